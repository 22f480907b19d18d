import Composable
import ComposableShared

@main struct App {
  static func main() {
    var state = Screens.State()
    for _ in 0..<4 { _ = Screens().reduce(into: &state, action: .pushed) }
    for id in state.path.ids {
      _ = Screens().reduce(into: &state, action: .path(.element(id: id, action: .counter(.tapped))))
    }
    let sum = state.path.first.flatMap { payload(CasePath(\.counter), of: $0) }?.sum ?? 0
    print("\(state.path.count) screens, \(sum) taps")
  }
}

struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var taps = 0
    @Shared(.inMemory("sum")) var sum = 0
  }

  enum Action: Equatable, Sendable {
    case tapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.taps += 1
    state.$sum.withLock { $0 += 1 }
    return .none
  }
}
