import Glibc
import SimulatedKernel

/// The errors that the daemon's system calls may give, by the names that the simulated kernel has
/// for the calls.
enum FailureCodes {
  /// The most likely first; none for a call that never fails.
  static func of(_ call: String) -> [CInt] {
    switch call {
    case "open": [EMFILE, EACCES, EIO, ENFILE, ENOMEM]
    case "open a level": [EIO, EMFILE, EACCES, ENODEV, ENOENT]
    case "read a level": [EIO, EINTR, ENODEV, ENOMEM]
    // No half of the bytes: a driver gets the whole text at once.
    case "write a level": [EIO, EINTR, EBUSY, ENODEV, ENOMEM]
    case "read": [EIO, EINTR, ENOMEM]
    case "receive": [ENOMEM, EINTR, EAGAIN]
    case "write": [ENOSPC, CInt(HALF), EIO, EINTR, EDQUOT]
    case "write at a place", "cut", "rename", "make a folder", "sync": [ENOSPC, EIO, EROFS]
    case "remove": [EIO, EROFS, EBUSY]
    case "send": [EPIPE, CInt(HALF), EAGAIN, EINTR, ENOBUFS, ECONNRESET]
    case "notify": [EAGAIN, EINTR, ENOBUFS, ECONNREFUSED]
    case "accept": [EMFILE, ECONNABORTED, ENFILE, ENOMEM, EINTR]
    case "create", "duplicate or configure": [EMFILE, ENFILE, ENOMEM]
    case "start a thread": [EAGAIN]
    case "watch": [ENOSPC, ENOMEM]
    case "lock": [ENOLCK, EINTR]
    case "bind", "connect": [EACCES, ENOMEM]
    case "ask a socket", "configure a socket": [ENOMEM, EMFILE]
    case "poll": [ENOMEM, EINTR]
    case "shut": []
    default: [EIO, ENOMEM, EACCES]
    }
  }

  static func text(of code: CInt) -> String {
    code == CInt(HALF) ? "half of its bytes" : String(cString: strerror(code))
  }
}
