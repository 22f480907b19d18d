import BrightnessEventLoop
import Glibc

/// A state folder in a temporary one, as other processes see it.
public struct TestStateFolder: ~Copyable {
  private let temporary: TemporaryFolder
  public let path: String

  public init() throws {
    temporary = try TemporaryFolder()
    path = "\(temporary.path)/state"
  }

  /// The files there, without the lock.
  public var names: [String] { get throws { try Folder.names(in: path).filter { $0 != "lock" } } }

  public func bytes(of name: String) throws -> [UInt8] {
    try Descriptor.contents(of: "\(path)/\(name)", upTo: 1 << 20)
  }

  public func put(_ bytes: [UInt8], at name: String, mode: mode_t = 0o600) throws {
    mkdir(path, 0o700)
    let file = try Descriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    fchmod(file.number, mode)
    _ = try bytes.withUnsafeBytes { try file.write($0) }
  }
}
