@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc

/// A path in a folder of its own, where a test may put a socket.
final class SocketPlace: Sendable {
  private let folder: String
  let path: String

  init() throws {
    var template = Array("/tmp/brightnessd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create", "folder", ErrorCode(rawValue: errno)) }
    folder = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    path = "\(folder)/socket"
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }

  /// Kind and mode of the file; nil if there is none.
  var mode: mode_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode : nil
  }

  /// Leaves a socket file without a listener.
  func leaveDeserted() throws {
    guard let address = UnixAddress(path) else { throw VarlinkError.unusableAddress(path) }
    _ = try ListeningSocket.make(at: address, mode: 0o600)
  }
}
