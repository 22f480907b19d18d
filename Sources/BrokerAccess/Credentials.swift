import BrightnessEventLoop
import Glibc

/// The secrets that systemd passes as files (`LoadCredential=`, systemd.exec(5)). They stand
/// neither in the configuration nor in the environment, which others can read.
package struct Credentials: Sendable {
  package static let longest = 4 << 10

  private let folder: String?

  package init(in folder: String?) { self.folder = folder }

  /// Those of this process.
  package static var ofProcess: Credentials {
    Credentials(in: getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) })
  }

  /// The file of a secret; nil if there is none.
  func path(of name: String) -> String? {
    let path = folder.map { "\($0)/\(name)" }
    return path.flatMap { access($0, F_OK) == 0 ? $0 : nil }
  }

  /// The secret in a file of one line.
  static func text(in path: String) throws(BrokerAccessError) -> String {
    let bytes = try converting({ BrokerAccessError.system($0) }) { () throws(SystemError) in
      try Descriptor.contents(of: path, upTo: longest)
    }
    guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else {
      throw .unusableSecret(path)
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
