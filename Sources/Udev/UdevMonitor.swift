import BrightnessEventLoop
import CUdev
import Glibc

/// Receives device events, from root's processes only: libudev checks the sender's credentials.
///
/// The corresponding C types are `struct udev` and `struct udev_monitor`. The loop's thread alone
/// uses them; they are stored as numbers since pointers are not `Sendable`.
package struct UdevMonitor: ~Copyable, Sendable {
  package enum Group: String {
    /// Events that udevd sends after its rules have run, when permissions are set.
    case udev
    case kernel

    /// Without a running udevd no event arrives in its group.
    package static var present: Group { access("/run/udev/control", F_OK) == 0 ? .udev : .kernel }
  }

  private let context: UInt
  private let monitor: UInt

  package init(group: Group) throws(SystemError) {
    guard let context = udev_new() else { throw Self.refusal(errno) }
    guard let monitor = udev_monitor_new_from_netlink(context, group.rawValue) else {
      let code = errno
      udev_unref(context)
      throw Self.refusal(code)
    }
    self.context = UInt(bitPattern: context)
    self.monitor = UInt(bitPattern: monitor)
  }

  deinit {
    udev_monitor_unref(pointer)
    udev_unref(OpaquePointer(bitPattern: context))
  }

  private var pointer: OpaquePointer? { OpaquePointer(bitPattern: monitor) }

  package func subscribe(to subsystems: [String]) throws(SystemError) {
    for subsystem in subsystems {
      try Self.check(udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem, nil))
    }
    try Self.check(udev_monitor_enable_receiving(pointer))
  }

  package var number: CInt { udev_monitor_get_fd(pointer) }

  /// Reads the next event by its properties. Without one, throws the code of the failed call, which
  /// is `ENOBUFS` after a lost event.
  package func receive<Event>(_ read: (_ property: (String) -> String?) -> Event) throws(SystemError) -> Event {
    // Without a device, libudev leaves the code of its last call in `errno`.
    errno = 0
    guard let device = udev_monitor_receive_device(pointer) else { throw Self.refusal(errno) }
    defer { udev_device_unref(device) }
    return read { key in udev_device_get_property_value(device, key).flatMap { String(validatingCString: $0) } }
  }

  /// libudev returns negative error codes.
  private static func check(_ answer: CInt) throws(SystemError) {
    if answer < 0 { throw refusal(-answer) }
  }

  private static func refusal(_ code: CInt) -> SystemError {
    SystemError("listen to", "udev", ErrorCode(rawValue: code))
  }
}
