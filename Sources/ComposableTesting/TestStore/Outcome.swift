import Composable
import ComposableShared

/// How much a test has to state after a step.
struct Outcome<State: Equatable>: Equatable {
  var state: State
  var shared: SharedValues
}

/// The shared values of a store, and what they were after each action that was reduced.
final class SharedJournal: Sendable {
  private let storage: SharedStorage
  private let entries = TraceableMutex(Queue<SharedValues>())

  init(_ storage: SharedStorage) {
    self.storage = storage
  }

  var present: SharedValues { storage.values }

  /// The values as they were when they appeared.
  var first: SharedValues { storage.firstValues }

  func note() {
    let values = present
    entries.withLock { $0.append(values) }
  }

  func next() -> SharedValues? { entries.withLock { $0.popFirst() } }
}
