import ComposableMacros

@Reducer
enum Path {
  case counter(Counter)
}

struct Screens: Reducer {
  struct State: Sendable {
    var path = StackState<Path.State>()
  }

  @CasePathable
  enum Action: Sendable {
    case pushed
    case path(StackAction<Path.State, Path.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pushed = action { state.path.append(.counter(Counter.State())) }
      return .none
    }
    .forEach(\.path, action: \.path) { Path.body }
  }
}
