import EventLoop
import Glibc
import Synchronization

/// The lights of the running kernel, by libudev.
public struct UdevOrigin: LightOrigin {
  public let root = "/sys"

  public init() {}

  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try UdevEnumeration().paths(of: subsystem.rawValue).map { String($0.lastPathComponent) }
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (Hint) -> Void
  ) throws(LightError) -> any Listening {
    let monitor = try UdevMonitor(group: .present)
    try monitor.begin(Subsystem.allCases.map(\.rawValue) + [Hint.screens])
    return try UdevListening(monitor, on: loop, receive)
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

  func receive() -> UdevMonitor.Received { monitor.withLock { $0.receive() } }
}

private final class UdevListening: Listening {
  private let watched: WatchedDescriptor

  init(
    _ monitor: consuming sending UdevMonitor,
    on loop: EventLoop,
    _ receive: @escaping @Sendable (Hint) -> Void
  ) throws(LightError) {
    let shared = SharedMonitor(monitor)
    watched = try watch(duplicateOf: shared.number, on: loop) { Self.drain(shared, receive) }
  }

  /// A readable monitor that has nothing may have filtered it out: the loop comes back if there is more.
  private static func drain(_ monitor: SharedMonitor, _ receive: (Hint) -> Void) {
    for _ in 0..<eventsInOneTurn {
      switch monitor.receive() {
      case .hint(let hint): receive(hint)
      case .irrelevant: continue
      case .overflow: receive(.everything)
      case .nothing: return
      }
    }
  }
}
