@_exported public import Composable
@_exported public import ComposableExtras

/// Writes a path to each case of an enum, so that `\.countdown.presented` leads to what the case
/// carries.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case countdown(PresentationAction<Countdown.Action>)
/// }
/// ```
@attached(member, names: named(AllCasePaths), named(allCasePaths))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "ComposableMacroPlugin", type: "CasePathableMacro")

/// Joins the screens of an enum: writes its `State`, its `Action` and a `body`, which runs the
/// feature of the case that is current.
///
/// ```swift
/// @Reducer
/// enum Path {
///   case list(List)
///   case editor(Editor)
/// }
/// extension Path.State: Equatable {}
/// ```
///
/// Its owner has a `StackState<Path.State>` or a `@PresentationState var destination: Path.State?`,
/// which `forEach(\.path, action: \.path)` and `ifLet` run; elsewhere `Path.body` is the child. A
/// feature is made with `Feature()`, or with the value that the case gives:
/// `case list(List = List(isCompact: true))`.
@attached(member, names: named(State), named(Action), named(body))
public macro Reducer() = #externalMacro(module: "ComposableMacroPlugin", type: "ReducerMacro")

/// Says that it is not needed: a store observes every state.
@attached(member)
public macro ObservableState() = #externalMacro(module: "ComposableMacroPlugin", type: "ObservableStateMacro")

/// Writes an initializer for a struct of closures, in which an endpoint that is left out is
/// unimplemented: a call of it is an issue.
///
/// ```swift
/// @DependencyClient
/// struct SearchClient: Sendable {
///   var titles: @Sendable (_ query: String) async throws -> [String]
/// }
/// extension SearchClient: TestDependencyKey {
///   static var testValue: SearchClient { SearchClient() }
/// }
/// ```
@attached(member, names: named(init))
public macro DependencyClient() = #externalMacro(module: "ComposableMacroPlugin", type: "DependencyClientMacro")
