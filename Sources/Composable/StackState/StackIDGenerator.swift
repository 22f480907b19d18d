import Synchronization

/// Gives the elements of stacks their ids, in ascending order.
///
/// A store binds its own, so that its ids depend on nothing outside of it.
package final class StackIDGenerator: Sendable {
  /// The generator in force.
  static var current: StackIDGenerator { DependencyValues.current.stackIDs }

  private let counter: Atomic<Int>

  init(next generation: Int = 0) {
    counter = Atomic(generation)
  }

  func next() -> StackElementID {
    StackElementID(generation: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// Takes care that ids up to this one are not given any more.
  func skip(through id: StackElementID) {
    counter.max(id.generation + 1, ordering: .relaxed)
  }

  /// The id that `next()` will give.
  func peek() -> StackElementID {
    StackElementID(generation: counter.load(ordering: .relaxed))
  }

  /// A generator that goes on from here by itself, so that ids can be tried without being consumed.
  package func copy() -> StackIDGenerator {
    StackIDGenerator(next: peek().generation)
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
