import EventLoop

/// Where lights are found and events about them come from: the running kernel, or a fake tree.
///
/// It names lights and passes on hints. Files are read in one way for every origin.
public protocol LightOrigin: Sendable {
  /// The folder that stands for `/sys`.
  var root: String { get }

  /// The devices of a subsystem.
  func names(in subsystem: Subsystem) throws(LightError) -> [String]

  /// What the files of a light say now; nil if there is no such light.
  func facts(of light: LightID) throws(LightError) -> LightFacts?

  /// Calls `receive` on the loop with what is heard from now on, until the `Listening` goes away.
  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (Hint) -> Void
  ) throws(LightError) -> any Listening
}

extension LightOrigin {
  public func facts(of light: LightID) throws(LightError) -> LightFacts? { try LightFacts.read(light, under: root) }
}

/// Ends with its last reference.
public protocol Listening: AnyObject, Sendable {}

/// How many events one turn of the loop takes before it looks at everybody else again.
let eventsInOneTurn = 256

/// Something that a listener keeps, and its callback too.
final class Kept<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming sending Value) {
    self.value = value
  }
}

/// Waits on a descriptor that stays somebody else's.
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
