import BrightnessEventLoop
import BrightnessModel
import Glibc

/// The source of lights and their events: the running kernel or a fake tree. Forwards events. The
/// files are read in the same way for every origin.
public protocol LightOrigin: Sendable {
  var root: String { get }

  func names(in subsystem: Subsystem) throws(LightError) -> [String]

  func light(_ id: LightID) throws(LightError) -> DiscoveredLight?

  /// Calls `receive` on the loop for every event from now on, until the result is dropped.
  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(EventSourceError) -> WatchedDescriptor
}

extension LightOrigin {
  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try converting(LightError.refused) { () throws(SystemError) in
      try Folder.names(in: "\(root)/class/\(subsystem.rawValue)")
    }
  }

  public func light(_ id: LightID) throws(LightError) -> DiscoveredLight? { try DiscoveredLight.read(id, under: root) }
}

enum ReceivedNotification: Equatable {
  /// Nil for an event that does not concern lights.
  case notification(DeviceNotification?)
  case nothing

  /// No event; the code is that of the failed call, after a lost event `ENOBUFS`.
  init(noneFor code: CInt) {
    self = code == ENOBUFS ? .notification(.everything) : .nothing
  }
}

/// The most events handled in one turn of the loop, so that a flood of them does not block clients.
let eventsPerTurn = 256

/// Forwards the events that `next` receives from a descriptor.
func forward(
  _ number: CInt,
  on loop: EventLoop,
  next: @escaping @Sendable () -> ReceivedNotification,
  _ receive: @escaping @Sendable (DeviceNotification) -> Void
) throws(SystemError) -> WatchedDescriptor {
  try watch(duplicateOf: number, on: loop) {
    for _ in 0..<eventsPerTurn {
      guard case .notification(let notification) = next() else { return }
      if let notification { receive(notification) }
    }
  }
}

/// Watches a duplicate of a descriptor that belongs to another owner.
func watch(
  duplicateOf number: CInt,
  for interest: Readiness = .readable,
  on loop: EventLoop,
  _ callback: @escaping @Sendable () -> Void
) throws(SystemError) -> WatchedDescriptor {
  try loop.watch(try Descriptor(duplicating: number), for: interest) { _ in callback() }
}

/// Errors of the socket on which device events arrive: of udev, or of a fake tree.
public enum EventSourceError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case pathTooLong(path: String, limit: Int)
  case inUse(path: String)

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .pathTooLong(let path, let limit): "cannot listen on '\(path)': the path is longer than \(limit) bytes"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    }
  }
}
