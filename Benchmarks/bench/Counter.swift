import ComposableCore

/// The smallest possible feature.
struct Counter: Reducer {
  struct State: Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case increased(by: Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increased(let step): state.count += step
      }
      return .none
    }
  }
}
