import Composable

// Below each comment there is the line of its error.

// error: '@CasePathable' writes paths to the cases of an enum. Take it away, or put it on the enum.
@CasePathable struct NoEnum {}

@CasePathable enum Twice {
  case ended(Int)
  // error: Two cases are named 'ended', so a path cannot distinguish them. Rename one.
  case ended(because: String)
}

@CasePathable enum TwiceWithCondition {
  #if os(Linux)
    case ended(Int)
  #else
    case ended(because: String)
  #endif
  // error: Two cases are named 'ended', so a path cannot distinguish them. Rename one.
  case ended(Bool)
}

// error: '@Reducer' is for a struct, or for an enum of screens. Make the feature a struct.
@Reducer class NoFeature {}

struct NoValues {
  // error: '@DependencyEntry' makes a property of 'DependencyValues'. Move it there:
  @DependencyEntry var guest: String = ""
}

extension DependencyValues {
  // error: 'rooms' has no type that its key could repeat. Write its type.
  @DependencyEntry var rooms = 1
  // error: 'floors' has no value for tests. Write '= …', or a value for programs,
  @DependencyEntry var floors: Int
}

@DependencyClient struct Untyped {
  // error: 'name' has no type that the initializer could repeat. Write its type.
  var name = ""
}

@DependencyClient struct Nothing {
  // error: 'count' cannot throw, so a call without an implementation has nothing to return.
  var count: @Sendable () -> Int
}

@DependencyClient struct Hidden {
  // error: 'count' is private, so no caller could give it. Give it a value, or let others see it.
  private var count: @Sendable () throws -> Int
}

@DependencyClient struct Conditional {
  #if os(Linux)
    // error: 'count' stands within '#if', which a parameter of the initializer cannot.
    var count: @Sendable () throws -> Int
  #endif
}

// error: '@DependencyClient' is for a struct of closures. Make the client a struct.
@DependencyClient class NoClient {
}

@Reducer enum Same {
  case one(Counter)
  // error: Two cases are named 'one', so a path cannot distinguish them. Rename one.
  case one(Counter)
}

@Reducer enum Empty {
  // error: A case of a '@Reducer' enum carries one feature: 'case none(Feature)'.
  case none
}

// The compiler expands a macro on an enum when its members are used.
func use(_: Same.State, _: Empty.State, _: Twice.AllCasePaths, _: TwiceWithCondition.AllCasePaths) {}

struct Counter: Reducer {
  struct State: Sendable {}
  enum Action: Sendable {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
