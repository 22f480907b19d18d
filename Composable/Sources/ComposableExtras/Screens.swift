public import ComposableCore

/// The state of an enum of screens. It knows their features, and a view can switch over the store's
/// `case`. `@Reducer` writes the conformance.
///
/// A reducer runs the screens by the case that carries their actions:
///
/// ```swift
/// Reduce { state, action in … }
///   .ifLet(\.$destination, action: \.destination)
///   .forEach(\.path, action: \.path)
/// ```
public protocol ScreenState: CasePathable, Sendable {
  /// The actions of the screens.
  associatedtype Action: Sendable
  /// An enum with a case for each screen, which carries the screen's store.
  associatedtype Screen
  /// The type of `body`.
  associatedtype Body: Reducer<Self, Action>

  /// The store of the current screen.
  static func screen(of store: Store<Self, Action>) -> Screen
  /// Runs the feature of the current screen.
  static var body: Body { get }
}

/// A feature that is an enum of screens; `@Reducer` writes the conformance.
public protocol CaseReducer: Reducer where State: ScreenState, Action == State.Action, Body == State.Body {}

extension CaseReducer {
  public var body: Body { State.body }
}

extension Reducer where Action: CasePathable {
  /// Runs the presented screen, if there is one, before this reducer.
  @inlinable public func ifLet<Screens: ScreenState>(
    _ keyPath: SendableKeyPath<State, PresentationState<Screens>>,
    action name: CaseKeyPath<Action, PresentationAction<Screens.Action>>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    ifLet(keyPath, action: name, destination: { Screens.body }, fileID: fileID, line: line)
  }

  /// Runs the screens of a stack, before this reducer.
  @inlinable public func forEach<Screens: ScreenState>(
    _ keyPath: SendableKeyPath<State, StackState<Screens>>,
    action name: CaseKeyPath<Action, StackAction<Screens, Screens.Action>>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    forEach(keyPath, action: name, destination: { Screens.body }, fileID: fileID, line: line)
  }
}

extension Store where State: ScreenState, Action == State.Action {
  /// The store of the current screen: `switch store.case { case .editor(let store): … }`.
  public var `case`: State.Screen { State.screen(of: self) }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// A store for one case; nil unless that is the current one. After a change of the case, the
  /// store keeps its last value.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    case stateName: CaseKeyPath<State, Child>,
    action name: CaseKeyPath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    part(embed: CasePath(name).embed, read: CasePath(stateName).extract)
  }
}

extension Store {
  /// A store for an element of a stack; nil if there is none with that id. After the element is
  /// removed, the store keeps its last value.
  public func scope<Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, StackState<Element>> & Sendable,
    id: StackElementID,
    action actionPath: CasePath<Action, StackAction<Element, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    part(embed: { actionPath.embed(.element(id: id, action: $0)) }, read: { $0[keyPath: keyPath][id: id] })
  }
}

extension Store where Action: CasePathable {
  /// A store for one element; nil if there is none with that id.
  public func scope<ID, Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    id: ID,
    action name: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    scope(state: keyPath, id: id, action: CasePath(name))
  }

  /// A store for an element of a stack; nil if there is none with that id.
  public func scope<Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, StackState<Element>> & Sendable,
    id: StackElementID,
    action name: CaseKeyPath<Action, StackAction<Element, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    scope(state: keyPath, id: id, action: CasePath(name))
  }
}

extension CasePath where Value: _PresentationActionCases, Value.Action: CasePathable {
  /// Extends the path to a case of the presented child's action: `\.sheet.saved` for
  /// `\.sheet.presented.saved`.
  @inlinable
  public subscript<Inner>(dynamicMember next: CaseKeyPath<Value.Action, Inner>) -> CasePath<Root, Inner> {
    appending(.presented).appending(CasePath<Value.Action, Inner>(next))
  }
}
