import Composable

@main struct App {
  static func main() {
    var state = Screens.State()
    for _ in 0..<4 { _ = Screens().reduce(into: &state, action: .pushed) }
    _ = Screens().reduce(into: &state, action: .path(.element(id: state.path.ids[0], action: .counter(.tapped))))
    let taps = state.path.first.flatMap { payload(CasePath(\.counter), of: $0) }?.taps ?? 0
    print("\(state.path.count + taps) screens")
  }
}

struct Counter: Reducer {
  struct State: Sendable {
    var taps = 0
  }

  enum Action: Sendable {
    case tapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.taps += 1
    return .none
  }
}
