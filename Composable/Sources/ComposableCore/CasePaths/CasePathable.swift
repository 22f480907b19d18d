/// An enum whose cases have paths: `\.countdown.presented` leads to what the case `countdown`
/// carries, and in that to `presented`.
///
/// The macro `@CasePathable` of the module `Composable` writes the conformance. By hand it
/// is:
///
/// ```swift
/// extension Parent.Action: CasePathable {
///   struct AllCasePaths: Sendable {
///     var child: CasePath<Parent.Action, Child.Action> {
///       .init(embed: { .child($0) }, extract: { if case .child(let action) = $0 { action } else { nil } })
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
@dynamicMemberLookup
public protocol CasePathable {
  /// Has a `CasePath` for each case, under the name of the case.
  associatedtype AllCasePaths

  /// The paths to the cases.
  static var allCasePaths: AllCasePaths { get }
}

/// The name of a path to a case: `\.countdown.presented`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

extension CasePath {
  /// The path with this name.
  @inlinable public init(_ name: CaseKeyPath<Root, Value>) where Root: CasePathable {
    self = Root.allCasePaths[keyPath: name]
  }

  /// Extends the path to a case of its payload.
  @inlinable
  public subscript<Inner>(dynamicMember next: CaseKeyPath<Value, Inner>) -> CasePath<Root, Inner>
  where Value: CasePathable {
    appending(CasePath<Value, Inner>(next))
  }
}

extension CasePathable {
  /// The payload of a case; nil in another case.
  public subscript<Value>(case name: CaseKeyPath<Self, Value>) -> Value? { CasePath(name).extract(self) }

  /// The payload of a case by its name, `state.destination?.form`; nil in another case.
  public subscript<Value>(dynamicMember name: CaseKeyPath<Self, Value>) -> Value? { self[case: name] }

  /// Changes the payload of a case in place: `state.modify(\.editor) { $0.text = "" }`. A value in
  /// another case is left alone and reported.
  @discardableResult
  public mutating func modify<Value, Result>(
    _ name: CaseKeyPath<Self, Value>,
    yield body: (inout Value) throws -> Result,
    fileID: String = #fileID,
    line: Int = #line
  ) rethrows -> Result? {
    let result = try withPayload(of: &self, in: CasePath(name), body)
    if result == nil {
      reportIssue(
        """
        A payload of type \(typeName(of: Value.self)) was to be modified, but the value is in the case '\(caseName(of: self))'. \
        Nothing was changed. Make sure that the value is in the right case, or ask for its payload first.
        """,
        at: CodeLocation(fileID: fileID, line: line)
      )
    }
    return result
  }

  /// Whether the value is in a case.
  public func `is`<Value>(_ name: CaseKeyPath<Self, Value>) -> Bool { CasePath(name).matches(self) }
}

extension Optional where Wrapped: CasePathable {
  /// The payload of a case. It can be changed in place, and setting nil clears the optional.
  public subscript<Value>(
    case name: CaseKeyPath<Wrapped, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[case: CasePath(name)] }
    _modify { yield &self[case: CasePath(name), fileID, line] }
  }
}

extension PresentationState where State: CasePathable {
  /// The payload of a case of the child.
  public subscript<Value>(case name: CaseKeyPath<State, Value>, fileID: String = #fileID, line: Int = #line) -> Value? {
    get { self[case: CasePath(name)] }
    _modify { yield &self[case: CasePath(name), fileID, line] }
  }
}

extension StackState where Element: CasePathable {
  /// The payload of the element with an id; nil unless the element is in this case. It can be
  /// changed in place, and setting nil removes the element.
  public subscript<Value>(
    id id: StackElementID,
    case name: CaseKeyPath<Element, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[id: id, case: CasePath(name)] }
    _modify { yield &self[id: id, case: CasePath(name), fileID, line] }
  }
}

// The operators that take a path, for the name of a path: `action: \.countdown`.

extension Scope {
  /// A child that is always there.
  @inlinable public init<ChildState, ChildAction>(
    state keyPath: SendableKeyPath<State, ChildState>,
    action name: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: keyPath, action: CasePath(name), child: child)
  }

  /// A child in one case of an enum. An action for another case than the current one is reported
  /// and ignored.
  @inlinable public init<ChildState, ChildAction>(
    state stateName: CaseKeyPath<State, ChildState>,
    action name: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: CasePath(stateName), action: CasePath(name), child: child, fileID: fileID, line: line)
  }
}

extension Reducer where Action: CasePathable {
  /// Runs a child reducer, before this one, on an optional part of the state while it is not nil.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, ChildState?>,
    action name: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    ifLet(keyPath, action: CasePath(name), then: child, fileID: fileID, line: line)
  }

  /// Runs a presented child's reducer, before this one, while the child is presented.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, PresentationState<ChildState>>,
    action name: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    ifLet(keyPath, action: CasePath(name), destination: child, fileID: fileID, line: line)
  }

  /// Runs an element's reducer, before this one, for each action of one of the elements.
  @inlinable public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action name: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    forEach(keyPath, action: CasePath(name), element: element, fileID: fileID, line: line)
  }

  /// Runs an element's reducer, before this one, for each action of an element of the stack, and
  /// pushes and pops elements.
  @inlinable public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, StackState<ElementState>>,
    action name: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    forEach(keyPath, action: CasePath(name), destination: element, fileID: fileID, line: line)
  }
}

extension Reducer where State: CasePathable, Action: CasePathable {
  /// Runs a child reducer, before this one, on one case of an enum while that case is current.
  @inlinable public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stateName: CaseKeyPath<State, ChildState>,
    action name: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    ifCaseLet(CasePath(stateName), action: CasePath(name), then: child, fileID: fileID, line: line)
  }
}

extension Store where Action: CasePathable {
  /// A store for a part of the state and its actions.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child> & Sendable,
    action name: CaseKeyPath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(state: keyPath, action: CasePath(name))
  }

  /// A store for an optional part; nil while there is none.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child?> & Sendable,
    action name: CaseKeyPath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    scope(state: keyPath, action: CasePath(name))
  }
}
