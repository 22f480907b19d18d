import EventLoop
import Glibc
import Synchronization

/// The lights of the running kernel, by libudev.
public struct UdevOrigin: LightOrigin {
  public let root = "/sys"
  /// Where udevd is heard; nil for a monitor of libudev's.
  private let socket: Kept<UdevSocket>?

  private static let subsystems = Subsystem.allCases.map(\.rawValue) + [Hint.screens]

  /// Hears of devices by a netlink socket in udevd's group, if there is one, from processes of this user alone.
  public init(hearing socket: consuming Descriptor? = nil, from sender: uid_t = 0) {
    if let socket {
      self.socket = Kept(UdevSocket(socket, from: sender))
    } else {
      self.socket = nil
    }
  }

  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try UdevEnumeration().paths(of: subsystem.rawValue).map { String($0.lastPathComponent) }
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (Hint) -> Void
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

/// Touched by the loop's thread alone. The lock is never contended: it is how the compiler learns of that.
private final class SharedMonitor: Sendable {
  let number: CInt
  private let monitor: Mutex<UdevMonitor>

  init(_ monitor: consuming sending UdevMonitor) {
    number = monitor.number
    self.monitor = Mutex(monitor)
  }

  func receive() -> HeardOfDevices { monitor.withLock { $0.receive() } }
}
