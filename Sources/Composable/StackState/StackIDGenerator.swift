import Synchronization

/// Gives the elements of stacks their ids, in ascending order.
///
/// A store binds its own, so that its ids depend on nothing outside of it.
package final class StackIDGenerator: Sendable {
  /// The generator in force.
  static var current: StackIDGenerator { DependencyValues.current.stackIDs }

  private let counter: Atomic<Int>

  package init(next id: StackElementID = StackElementID(generation: 0)) {
    counter = Atomic(id.generation)
  }

  func next() -> StackElementID {
    StackElementID(generation: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// Takes care that ids up to this one are not given any more.
  func skip(through id: StackElementID) {
    counter.max(id.generation + 1, ordering: .relaxed)
  }

  /// The id that `next()` will give.
  package func peek() -> StackElementID {
    StackElementID(generation: counter.load(ordering: .relaxed))
  }

  /// Goes on with this id.
  package func restart(at id: StackElementID) {
    counter.store(id.generation, ordering: .relaxed)
  }
}

private enum StackIDsKey: DependencyKey {
  static var liveValue: StackIDGenerator { StackIDGenerator() }
  static var testValue: StackIDGenerator { StackIDGenerator() }
}

extension DependencyValues {
  /// Gives the elements of stacks their ids; each store has its own.
  package var stackIDs: StackIDGenerator {
    get { self[StackIDsKey.self] }
    set { self[StackIDsKey.self] = newValue }
  }
}
