public import Composable

/// The state of an enum of screens, which knows their features, and can be switched over in a store; `@Reducer` writes the conformance.
///
/// A reducer runs them by the name of the case that has their actions:
///
/// ```swift
/// Reduce { state, action in … }
///   .ifLet(\.$destination, action: \.destination)
///   .forEach(\.path, action: \.path)
/// ```
public protocol ScreenState: CasePathable, Sendable {
  /// The actions of the screens.
  associatedtype Action: Sendable
  /// Has a case for each screen, which carries the screen's store.
  associatedtype Screen
  /// The type of `body`.
  associatedtype Body: Reducer<Self, Action>

  /// The store of the current screen.
  static func screen(of store: Store<Self, Action>) -> Screen
  /// Runs the feature of the current screen.
  static var body: Body { get }
}

extension Reducer where Action: CasePathable {
  /// Runs the presented screen, before this reducer, while it is there.
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
