/// A way to a part of a value that effects may carry along.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// Where a child that may be absent lives in its parent's state, and how it is reached without copying it.
@usableFromInline
protocol ChildSlot<State, Child>: Sendable {
  associatedtype State: Sendable
  associatedtype Child: Sendable

  /// Calls `body` with the child in its place, and returns nil when there is none.
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result?

  func read(_ state: State) -> Child?
}

/// An optional property.
@usableFromInline
struct OptionalSlot<State: Sendable, Child: Sendable>: ChildSlot {
  @usableFromInline let keyPath: SendableKeyPath<State, Child?>

  @inlinable
  init(keyPath: SendableKeyPath<State, Child?>) {
    self.keyPath = keyPath
  }

  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    state[keyPath: keyPath].modifyIfPresent(body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    state[keyPath: keyPath]
  }
}

/// A case of an enum.
@usableFromInline
struct CaseSlot<State: Sendable, Child: Sendable>: ChildSlot {
  @usableFromInline let path: CasePath<State, Child>

  @inlinable
  init(path: CasePath<State, Child>) {
    self.path = path
  }

  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    withPayload(of: &state, in: path, body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    path.extract(state)
  }
}

extension Optional {
  @inlinable
  mutating func modifyIfPresent<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    return body(&self!)
  }
}
