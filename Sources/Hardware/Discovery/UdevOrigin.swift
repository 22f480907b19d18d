import CUdev
import EventLoop
import Glibc
import Model

/// The lights of the running kernel, with events of udev.
public struct UdevOrigin: LightOrigin {
  public let root = "/sys"
  /// A socket passed by systemd; nil to use libudev's own monitor.
  private let socket: Shared<UdevSocket>?

  private static let subsystems = Subsystem.allCases.map(\.rawValue) + [DeviceNotification.screens]

  /// Uses a passed netlink socket in udevd's group, if there is one; only events of processes of `sender` count.
  ///
  /// The service runs with `PrivateNetwork=yes`, in which a socket of its own would not receive udevd's events.
  public init(socket: consuming Descriptor? = nil, from sender: uid_t = 0) {
    if let socket {
      self.socket = Shared(UdevSocket(socket: socket, sender: sender))
    } else {
      self.socket = nil
    }
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> WatchedDescriptor {
    if let socket {
      try socket.value.begin(Self.subsystems)
      return try forward(socket.value.number, on: loop, next: { socket.value.receive() }, receive)
    }
    let monitor = Shared(try UdevMonitor(group: .present))
    try monitor.value.begin(Self.subsystems)
    return try forward(monitor.value.number, on: loop, next: { monitor.value.receive() }, receive)
  }
}

/// Receives events, from root's processes only: libudev checks the sender's credentials.
///
/// The corresponding C types are `struct udev` and `struct udev_monitor`. The loop's thread alone uses them; they are stored as
/// numbers since pointers are not `Sendable`.
struct UdevMonitor: ~Copyable, Sendable {
  enum Group: String {
    /// Events that udevd sends after its rules have run, when permissions are set.
    case udev
    case kernel

    /// Without a running udevd no event arrives in its group.
    static var present: Group { access("/run/udev/control", F_OK) == 0 ? .udev : .kernel }
  }

  private let context: UInt
  private let monitor: UInt

  init(group: Group) throws(LightError) {
    guard let context = udev_new() else { throw Self.refusal(errno) }
    guard let monitor = udev_monitor_new_from_netlink(context, group.rawValue) else {
      let code = errno
      udev_unref(context)
      throw Self.refusal(code)
    }
    (self.context, self.monitor) = (UInt(bitPattern: context), UInt(bitPattern: monitor))
  }

  deinit {
    udev_monitor_unref(pointer)
    udev_unref(OpaquePointer(bitPattern: context))
  }

  private var pointer: OpaquePointer? { OpaquePointer(bitPattern: monitor) }

  func begin(_ subsystems: [String]) throws(LightError) {
    for subsystem in subsystems {
      try Self.check(udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem, nil))
    }
    try Self.check(udev_monitor_enable_receiving(pointer))
  }

  var number: CInt { udev_monitor_get_fd(pointer) }

  func receive() -> ReceivedNotification {
    // Without a device, libudev leaves the code of its last call in `errno`.
    errno = 0
    guard let device = udev_monitor_receive_device(pointer) else { return ReceivedNotification(noneFor: errno) }
    defer { udev_device_unref(device) }
    let notification = DeviceNotification { key in
      udev_device_get_property_value(device, key).flatMap { String(validatingCString: $0) }
    }
    return .notification(notification)
  }

  /// libudev returns negative error codes.
  private static func check(_ answer: CInt) throws(LightError) {
    if answer < 0 { throw refusal(-answer) }
  }

  private static func refusal(_ code: CInt) -> LightError {
    .refused(SystemError("listen to", "udev", ErrorCode(rawValue: code)))
  }
}
