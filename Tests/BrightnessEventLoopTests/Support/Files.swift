import BrightnessEventLoop
import CBrightnessLinux
import Glibc

/// The whole of a small file.
func text(of path: String) throws -> String {
  String(decoding: try Descriptor.contents(of: path, upTo: 65_536), as: UTF8.self)
}

extension Descriptor {
  /// A descriptor that is readable until it is read, if it holds a count.
  static func counter(_ count: CUnsignedInt) throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("create", "counter") { eventfd(count, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  /// The same with a number that no concurrent test is given.
  static func counter(_ count: CUnsignedInt, from lowest: CInt) throws -> Descriptor {
    let counter = try counter(count)
    return Descriptor(owning: try systemCall("move", "counter") { fcntl(counter.number, F_DUPFD_CLOEXEC, lowest) })
  }
}
