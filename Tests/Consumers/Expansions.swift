import ComposableMacros

@CasePathable
enum Plain {
  case empty
  case one(Int)
  case labelled(text: String, Int)
}

@CasePathable
public enum Open {
  case one(Int)
}

public struct Feature: Reducer {
  public struct State: Sendable {}
  public enum Action: Sendable {}
  public init() {}
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
public enum Screens {
  case plain(Feature)
  case made(Feature = Feature())
  case alert(AlertState<Int>)
}

@DependencyClient
struct Client {
  var size: Int = 1
  private var secret: Int = 2
  var load: @Sendable (_ id: Int) async throws -> String
  var close: () -> Void
}

// The compiler expands a macro on an enum when its members are used.
func use(_: Screens.State) { _ = Screens.body }
