import Composable
import ComposableTesting
import Testing

// The code of README.md.

struct Egg: Reducer {
  struct State: Equatable, Sendable {
    var minutes = 0
  }

  enum Action: Equatable, Sendable {
    case started
    case minutePassed
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
    case .minutePassed:
      state.minutes += 1
      return .none
    }
  }
}

@Suite struct EggTests {
  @Test func `an egg is boiled for a minute`() {
    let store = TestStore(initialState: Egg.State()) { Egg() }
    store.exhaustivity = .off

    store.send(.started)
    store.clock.advance(by: .seconds(60))
    store.receive(.minutePassed) { $0.minutes = 1 }
  }
}
