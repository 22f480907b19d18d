import EventLoop
import Glibc
import Model
import Synchronization

/// The lights of the running kernel, found by libudev.
public struct UdevOrigin: LightOrigin {
  public let root = "/sys"
  /// A socket passed by systemd; nil to use libudev's own monitor.
  private let socket: Shared<UdevSocket>?

  private static let subsystems = Subsystem.allCases.map(\.rawValue) + [DeviceNotification.screens]

  /// Uses a passed netlink socket in udevd's group, if there is one; only events of processes of `sender` count.
  ///
  /// The service runs with `PrivateNetwork=yes`, in which a socket of its own would not receive udevd's events.
  public init(hearing socket: consuming Descriptor? = nil, from sender: uid_t = 0) {
    if let socket {
      self.socket = Shared(UdevSocket(socket, from: sender))
    } else {
      self.socket = nil
    }
  }

  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try UdevEnumeration().paths(of: subsystem.rawValue).map { String($0.lastPathComponent) }
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> any Listening {
    if let socket {
      try socket.value.begin(Self.subsystems)
      return try UdevListening(socket.value.number, on: loop, next: { socket.value.receive() }, receive)
    }
    let monitor = try UdevMonitor(group: .present)
    try monitor.begin(Self.subsystems)
    let shared = SharedMonitor(monitor)
    return try UdevListening(shared.number, on: loop, next: { shared.receive() }, receive)
  }
}

/// Used by the loop's thread alone. The uncontended lock only makes it `Sendable`.
private final class SharedMonitor: Sendable {
  let number: CInt
  private let monitor: Mutex<UdevMonitor>

  init(_ monitor: consuming sending UdevMonitor) {
    number = monitor.number
    self.monitor = Mutex(monitor)
  }

  func receive() -> ReceivedNotification { monitor.withLock { $0.receive() } }
}

/// The result of one attempt to receive an event.
enum ReceivedNotification: Equatable {
  case notification(DeviceNotification)
  case irrelevant
  case overflow
  case nothing

  /// No event; the code is that of the failed call.
  init(noneFor code: CInt) {
    self = code == ENOBUFS ? .overflow : .nothing
  }
}

/// Forwards the events of a descriptor.
final class UdevListening: Listening {
  private let watched: WatchedDescriptor

  /// `next` receives an event and is called on the loop.
  init(
    _ number: CInt,
    on loop: EventLoop,
    next: @escaping @Sendable () -> ReceivedNotification,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) {
    watched = try watch(duplicateOf: number, on: loop) { Self.drain(next, receive) }
  }

  /// A readable descriptor without an event had one that was filtered out; the loop calls again if there are more.
  private static func drain(_ next: () -> ReceivedNotification, _ receive: (DeviceNotification) -> Void) {
    for _ in 0..<eventsInOneTurn {
      switch next() {
      case .notification(let notification): receive(notification)
      case .irrelevant: continue
      case .overflow: receive(.everything)
      case .nothing: return
      }
    }
  }
}
