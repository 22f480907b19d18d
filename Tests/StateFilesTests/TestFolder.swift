import EventLoop
import Glibc
import HardwareTesting

/// A state folder in a temporary one, as other processes see it.
struct TestFolder: ~Copyable {
  private let temporary: TemporaryFolder
  let path: String

  init() throws {
    temporary = try TemporaryFolder()
    path = "\(temporary.path)/state"
  }

  /// The files there, without the lock.
  var names: [String] { get throws { try Folder.names(in: path).filter { $0 != "lock" } } }

  func bytes(of name: String) throws -> [UInt8] { try Descriptor.contents(of: "\(path)/\(name)", upTo: 1 << 20) }

  func put(_ bytes: [UInt8], at name: String) throws {
    mkdir(path, 0o700)
    let file = try Descriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    _ = try bytes.withUnsafeBytes { try file.write($0) }
  }
}
