import BrightnessEventLoop
import Glibc

/// The secrets that systemd passes as files (`LoadCredential=`, systemd.exec(5)). They stand
/// neither in the configuration nor in the environment, which others can read.
struct Credentials: Sendable {
  static let variable = "CREDENTIALS_DIRECTORY"
  static let longest = 4 << 10

  private let folder: String?

  init(in folder: String?) { self.folder = folder }

  /// The file of a secret; nil if there is none.
  func path(of name: String) -> String? {
    let path = folder.map { "\($0)/\(name)" }
    return path.flatMap { access($0, F_OK) == 0 ? $0 : nil }
  }

  /// A secret of one line; nil if there is none.
  func text(of name: String) throws(BridgeError) -> String? {
    guard let path = path(of: name) else { return nil }
    let bytes = try converting({ BridgeError.system($0) }) { () throws(SystemError) in
      try Descriptor.contents(of: path, upTo: Self.longest)
    }
    guard bytes.count <= Self.longest, let text = String(validating: bytes, as: UTF8.self) else {
      throw .unusableSecret(path)
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
