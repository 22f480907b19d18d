import Composable
import ComposableTesting
import Testing

@Suite struct BlinkerTests {
  @Test func `an effect blinks for as long as the state says so`() {
    let store = TestStore(initialState: Blinker.State()) { Blinker() }

    store.send(.switched) { $0.isBlinking = true }
    store.clock.advance(by: .seconds(1))
    store.receive(.blinked) { $0.blinks = 1 }
    store.send(.switched) { $0.isBlinking = false }
    store.clock.advance(by: .seconds(1))
    store.receive(.blinked) { $0.blinks = 2 }

    store.finish()
  }
}

private struct Blinker: Reducer {
  struct State: Equatable, Sendable {
    var isBlinking = false
    var blinks = 0
  }

  enum Action: Equatable, Sendable {
    case switched, blinked
  }

  @Dependency(\.clock) private var clock

  var body: some Reducer<State, Action> {
    Reduce.reading { state, action, feature in
      switch action {
      case .switched:
        state.isBlinking.toggle()
        guard state.isBlinking else { return .none }
        return .run { send in
          while await feature.state?.isBlinking == true {
            try await clock.sleep(for: .seconds(1))
            await send(.blinked)
          }
        }
      case .blinked:
        state.blinks += 1
        return .none
      }
    }
  }
}
