import CUdev
import EventLoop
import Glibc

/// The corresponding C type is `struct udev`.
struct UdevContext: ~Copyable {
  let pointer: OpaquePointer

  init() throws(LightError) {
    pointer = try owned("begin") { udev_new() }
  }

  deinit {
    udev_unref(pointer)
  }
}

/// A list of devices. The corresponding C type is `struct udev_enumerate`.
struct UdevEnumeration: ~Copyable {
  private let context: UdevContext
  private let pointer: OpaquePointer

  init() throws(LightError) {
    let context = try UdevContext()
    pointer = try owned("list") { [context = context.pointer] in udev_enumerate_new(context) }
    self.context = context
  }

  deinit {
    udev_enumerate_unref(pointer)
  }

  /// The folders of a subsystem's devices, in the order of their paths.
  consuming func paths(of subsystem: String) throws(LightError) -> [String] {
    try check("list") { [pointer] in udev_enumerate_add_match_subsystem(pointer, subsystem) }
    try check("list") { [pointer] in udev_enumerate_scan_devices(pointer) }
    var paths: [String] = []
    var entry = udev_enumerate_get_list_entry(pointer)
    while let this = entry {
      if let path = udev_list_entry_get_name(this).flatMap({ String(validatingCString: $0) }) { paths.append(path) }
      entry = udev_list_entry_get_next(this)
    }
    return paths
  }
}

/// Receives events, from root's processes only: libudev checks the sender's credentials.
///
/// The corresponding C type is `struct udev_monitor`.
struct UdevMonitor: ~Copyable {
  enum Group: String {
    /// Events that udevd sends after its rules have run, when permissions are set.
    case udev
    /// Events as the kernel sends them.
    case kernel

    /// Without a running udevd no event arrives in its group.
    static var present: Group { access("/run/udev/control", F_OK) == 0 ? .udev : .kernel }
  }

  private let context: UdevContext
  private let pointer: OpaquePointer

  init(group: Group) throws(LightError) {
    let context = try UdevContext()
    pointer = try owned("listen to") { [context = context.pointer] in
      udev_monitor_new_from_netlink(context, group.rawValue)
    }
    self.context = context
  }

  deinit {
    udev_monitor_unref(pointer)
  }

  /// Starts receiving events of these subsystems.
  func begin(_ subsystems: [String]) throws(LightError) {
    for subsystem in subsystems {
      try check("listen to") { [pointer] in
        udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem, nil)
      }
    }
    try check("listen to") { [pointer] in udev_monitor_enable_receiving(pointer) }
  }

  /// Belongs to the monitor.
  var number: CInt { udev_monitor_get_fd(pointer) }

  /// Without a device, libudev leaves the code of its last call in `errno`.
  func receive() -> ReceivedNotification {
    errno = 0
    guard let device = udev_monitor_receive_device(pointer) else { return ReceivedNotification(noneFor: errno) }
    return UdevDevice(owning: device).notification.map(ReceivedNotification.notification) ?? .irrelevant
  }
}

/// The corresponding C type is `struct udev_device`.
private struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    udev_device_unref(pointer)
  }

  var notification: DeviceNotification? {
    DeviceNotification { [pointer] key in
      udev_device_get_property_value(pointer, key).flatMap { String(validatingCString: $0) }
    }
  }
}

/// A new libudev object; the reason of a failure is in `errno`.
private func owned(_ verb: String, _ make: () -> OpaquePointer?) throws(LightError) -> OpaquePointer {
  guard let pointer = make() else { throw .refused(SystemError(verb, "udev", ErrorCode(rawValue: errno))) }
  return pointer
}

/// libudev returns negative error codes.
private func check(_ verb: String, _ call: () -> CInt) throws(LightError) {
  let answer = call()
  if answer < 0 { throw .refused(SystemError(verb, "udev", ErrorCode(rawValue: -answer))) }
}
