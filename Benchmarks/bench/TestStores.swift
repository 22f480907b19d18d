import BrightnessEventLoop
import ComposableCore
import ComposableTesting
import Testing

/// The cost of a test store: a send with its expected change, and one with its expected response
/// too.
@Sendable func testStores(_ loop: EventLoop) async -> [Figure] {
  let store = TestStore(initialState: Echo.State()) { Echo() }
  let send = await byTurns {
    nanosecondsEach(of: 2_000) { _ in store.send(.increased) { $0.count += 1 } }
  } floor: {
    await bareTask(loop)
  }
  let receive = await byTurns {
    nanosecondsEach(of: 2_000) { _ in
      store.send(.called) { $0.count += 1 }
      store.receive(.answered) { $0.answers += 1 }
    }
  } floor: {
    await bareTask(loop)
  }
  consume(store.state.count)
  return [
    figure("teststore_send_us", send, limit: 1.2), figure("teststore_send_receive_us", receive, limit: 5),
  ]
}

private func figure(_ name: String, _ measured: (cost: Double, floor: Double), limit: Double) -> Figure {
  let floor = measured.floor / 1e3
  return Figure(name: name, value: measured.cost / 1e3, limit: .atMost(limit * floor), floor: floor)
}

/// A feature that answers calls by an effect.
private struct Echo: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var answers = 0
  }

  enum Action: Equatable, Sendable {
    case increased
    case called
    case answered
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increased:
        state.count += 1
        return .none
      case .called:
        state.count += 1
        return .run { send in await send(.answered) }
      case .answered:
        state.answers += 1
        return .none
      }
    }
  }
}
