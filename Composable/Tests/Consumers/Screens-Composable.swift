import Composable

@Reducer
enum Path {
  case counter(Counter)
}

extension Path.State: Equatable {}
extension Path.Action: Equatable {}

struct Screens: Reducer {
  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case pushed
    case path(StackAction<Path.State, Path.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pushed = action { state.path.append(.counter(Counter.State())) }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var taps = 0
    @Shared(.inMemory("sum")) var sum = 0

    mutating func tap() {
      taps += 1
      $sum.withLock { $0 += 1 }
    }
  }

  enum Action: Equatable, Sendable {
    case tapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.tap()
    return .none
  }
}
