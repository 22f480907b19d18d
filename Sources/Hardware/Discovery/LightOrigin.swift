import EventLoop
import Model

/// The source of lights and their events: the running kernel or a fake tree.
///
/// Lists names and forwards events. The files are read in the same way for every origin.
public protocol LightOrigin: Sendable {
  /// The folder that stands for `/sys`.
  var root: String { get }

  /// Names of the devices in a subsystem.
  func names(in subsystem: Subsystem) throws(LightError) -> [String]

  /// Reads the properties of a light; nil if there is no such light.
  func light(_ id: LightID) throws(LightError) -> DiscoveredLight?

  /// Calls `receive` on the loop for every event from now on, until the `Listening` is released.
  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> any Listening
}

extension LightOrigin {
  public func light(_ id: LightID) throws(LightError) -> DiscoveredLight? { try DiscoveredLight.read(id, under: root) }
}

/// A subscription that ends with its last reference.
public protocol Listening: AnyObject, Sendable {}

/// The most events handled in one turn of the loop, so that a flood of them does not block clients.
let eventsInOneTurn = 256

/// Watches a duplicate of a descriptor that belongs to another owner.
func watch(
  duplicateOf number: CInt,
  for interest: Readiness = .readable,
  on loop: EventLoop,
  _ callback: @escaping @Sendable () -> Void
) throws(LightError) -> WatchedDescriptor {
  do {
    return try loop.watch(try Descriptor(duplicating: number), for: interest) { _ in callback() }
  } catch {
    throw .refused(error)
  }
}
