@testable import ComposableCore
import ComposableTesting

extension Effect {
  /// Sends an action after some time of the store's clock.
  static func after(_ seconds: Int, _ action: Action) -> Self {
    .run { send in
      @Dependency(\.clock) var clock
      try await clock.sleep(for: .seconds(seconds))
      await send(action)
    }
  }

  /// Lives until it is cancelled.
  static var endless: Self { .run { send in try await forever(send) } }

  /// Notes when it acquires and when it releases.
  static func holding(_ name: String, _ journal: Journal) -> Self {
    .hold(acquire: { journal.note("+\(name)") }, release: { journal.note("-\(name)") })
  }

  /// Notes when it acquires and when it releases, and works meanwhile.
  static func holding(
    _ name: String,
    _ journal: Journal,
    while operation: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Self {
    .hold(acquire: { journal.note("+\(name)") }, release: { journal.note("-\(name)") }, while: operation)
  }
}

/// Waits until the task is cancelled that calls it, and throws then.
@Sendable func forever(_ send: Send<some Sendable>) async throws {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  try Task.checkCancellation()
}

/// The effects that a store has on record.
struct Traces: Equatable {
  var effects = 0
  var sends = 0
  var names = 0
  var windows = 0
  var places = 0

  static let none = Traces()
}

extension StoreCore {
  var traces: Traces {
    var traces = Traces(effects: effects.all.count, sends: Set(effects.all.map(\.group.key)).count)
    var places = [effects.root]
    while let place = places.popLast() {
      traces.names += place.named.values.reduce(0) { $0 + $1.count }
      traces.windows += place.windows.count
      traces.places += place.mounted.count
      places += place.mounted.flatMap(\.all)
    }
    return traces
  }
}
