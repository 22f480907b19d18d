@_exported public import ComposableCore
@_exported public import ComposableExtras
@_exported public import ComposableShared

/// Writes a case path for each case of an enum, so that `\.countdown.presented` selects what the
/// case carries.
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

/// Makes an enum of screens a feature: writes its `State`, `Action` and a `body` that runs the
/// feature of the current case.
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
/// which `forEach(\.path, action: \.path)` and `ifLet` run; other operators take `Path.body` as
/// their child. A feature is made with `Feature()`, or with the default value of its case: `case
/// list(List = List(isCompact: true))`.
@attached(member, names: named(State), named(Action), named(body))
public macro Reducer() = #externalMacro(module: "ComposableMacroPlugin", type: "ReducerMacro")

/// Reports that it is not needed: a store can observe any state.
@attached(member)
public macro ObservableState() = #externalMacro(module: "ComposableMacroPlugin", type: "ObservableStateMacro")

/// Writes an initializer for a struct of closures. Calling an endpoint that was omitted is an
/// issue.
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
