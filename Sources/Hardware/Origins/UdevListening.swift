import EventLoop
import Glibc

/// What one look at a source of device events brought.
enum HeardOfDevices: Equatable {
  case hint(Hint)
  case irrelevant
  case overflow
  case nothing

  /// There was no event, and this is the code of the call that said so.
  init(noneFor code: CInt) {
    self = code == ENOBUFS ? .overflow : .nothing
  }
}

/// Passes on what is heard through a descriptor.
final class UdevListening: Listening {
  private let watched: WatchedDescriptor

  /// `next` looks for an event, on the loop.
  init(
    _ number: CInt,
    on loop: EventLoop,
    next: @escaping @Sendable () -> HeardOfDevices,
    _ receive: @escaping @Sendable (Hint) -> Void
  ) throws(LightError) {
    watched = try watch(duplicateOf: number, on: loop) { Self.drain(next, receive) }
  }

  /// What is readable and has nothing may have filtered it out: the loop comes back if there is more.
  private static func drain(_ next: () -> HeardOfDevices, _ receive: (Hint) -> Void) {
    for _ in 0..<eventsInOneTurn {
      switch next() {
      case .hint(let hint): receive(hint)
      case .irrelevant: continue
      case .overflow: receive(.everything)
      case .nothing: return
      }
    }
  }
}
