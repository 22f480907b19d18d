import Synchronization

/// An action of a stack or of one of its elements.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with an id and everything above it.
  case popFrom(id: StackElementID)
  /// Pushes an element under an id.
  indirect case push(id: StackElementID, state: State)
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: _ElementActionCases {
  public var _elementAction: (id: StackElementID, action: Action)? {
    if case .element(let id, let action) = self { (id, action) } else { nil }
  }
}

/// Lets generic code make case paths for `StackAction`.
public protocol _StackActionCases: _ElementActionCases {
  /// The state of an element.
  associatedtype State

  /// Removes the element with an id and everything above it.
  static func popFrom(id: StackElementID) -> Self
  /// Pushes an element under an id.
  static func push(id: StackElementID, state: State) -> Self

  /// The same action as the concrete `StackAction`.
  var _asStackAction: StackAction<State, Action> { get }
}

extension StackAction: _StackActionCases {
  public var _asStackAction: StackAction { self }
}

extension CasePath where Root: _StackActionCases {
  /// The path to the removal of elements.
  public static var popFrom: CasePath<Root, StackElementID> {
    .init(name: "popFrom", embed: { Root.popFrom(id: $0) }) {
      if case .popFrom(let id) = $0._asStackAction { id } else { nil }
    }
  }

  /// The path to the addition of an element.
  public static var push: CasePath<Root, (id: StackElementID, state: Root.State)> {
    .init(name: "push", embed: { Root.push(id: $0.id, state: $0.state) }) {
      if case .push(let id, let state) = $0._asStackAction { (id, state) } else { nil }
    }
  }
}

/// The identity of an element of a stack: a number that no earlier element of the stack had.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

/// Generates the ids of stack elements, in ascending order.
///
/// Each store has its own, so that its ids depend on nothing outside. Outside of a store, each
/// stack counts its elements from 0. Otherwise the ids of a state that is made before its store
/// would depend on what the process did before.
package final class StackIDGenerator: Sendable {
  static var current: StackIDGenerator { DependencyValues.current.stackIDs }

  /// Whether it is for a test's assertion, which may name the ids that it expects.
  let isOfAssertion: Bool
  private let counter: Atomic<Int>

  package init(next id: StackElementID = StackElementID(generation: 0), isOfAssertion: Bool = false) {
    counter = Atomic(id.generation)
    self.isOfAssertion = isOfAssertion
  }

  /// The next id, but at least this one.
  func next(from least: Int = 0) -> StackElementID {
    counter.max(least, ordering: .relaxed)
    return StackElementID(generation: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// Ensures that ids up to this one are not generated again.
  func skip(through id: StackElementID) {
    counter.max(id.generation + 1, ordering: .relaxed)
  }

  package func peek() -> StackElementID { StackElementID(generation: counter.load(ordering: .relaxed)) }

  package func restart(at id: StackElementID) {
    counter.store(id.generation, ordering: .relaxed)
  }
}

private enum StackIDsKey: DependencyKey {
  static var liveValue: StackIDGenerator { StackIDGenerator() }
  static var testValue: StackIDGenerator { StackIDGenerator() }
}

extension DependencyValues {
  /// The generator of stack element ids: the store's, or outside of a store a new one each time.
  package var stackIDs: StackIDGenerator {
    get { override(of: StackIDsKey.self) ?? StackIDGenerator() }
    set { self[StackIDsKey.self] = newValue }
  }
}
