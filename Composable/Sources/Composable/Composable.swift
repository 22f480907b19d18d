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
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "ComposableMacroPlugin", type: "CasePathableMacro")

/// Makes a struct a feature: adds the conformance to `Reducer`, `@CasePathable` to its `Action`,
/// and the `State`, `Action` or `body` that it does not have.
///
/// ```swift
/// @Reducer
/// struct Editor {
///   struct State: Equatable {
///     var text = ""
///   }
///   enum Action {
///     case textChanged(String)
///   }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in … }
///   }
/// }
/// ```
///
/// Makes an enum of screens a feature, too: writes its `State`, `Action` and a `body` that runs the
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
/// Its owner has a `StackState<Path.State>` or a `@Presents var destination: Path.State?`, which
/// `forEach(\.path, action: \.path)` and `ifLet` run; other operators take `Path.body` as their
/// child. A feature is made with `Feature()`, or with the default value of its case: `case
/// list(List = List(isCompact: true))`.
@attached(member, names: named(State), named(Action), named(Body), named(body))
@attached(memberAttribute)
@attached(extension, conformances: Sendable, Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "ComposableMacroPlugin", type: "ReducerMacro")

/// Writes nothing, because a store can observe any part of any state. For features that are written
/// for swift-composable-architecture, too.
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

/// Writes the key of a dependency. The property's value is that of a test; a program has to give
/// one, or the macro's argument.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry var search: SearchClient = SearchClient()
///   @DependencyEntry(liveValue: Weather.live) var weather: Weather = Weather.sunny
/// }
/// ```
///
/// Another module gives the live value by `extension DependencyValues.SearchKey: DependencyKey`.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry() = #externalMacro(module: "ComposableMacroPlugin", type: "DependencyEntryMacro")

/// Writes the key of a dependency with a value for programs; without another one, a test that reads
/// it reports an issue.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(liveValue: Value) =
  #externalMacro(module: "ComposableMacroPlugin", type: "DependencyEntryMacro")
