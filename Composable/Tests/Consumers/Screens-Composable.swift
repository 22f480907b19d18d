import Composable

@Reducer
enum Path {
  case counter(Counter)
}

extension Path.State: Equatable {}
extension Path.Action: Equatable {}

@Reducer
struct Screens {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action: Equatable {
    case pushed
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
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
