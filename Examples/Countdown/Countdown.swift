import BrightnessEventLoop
import ComposableCore

struct Countdown: Reducer {
  struct State: Sendable {
    var seconds: Int
  }

  enum Action: Sendable {
    case started
    case ticked
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    case .ticked:
      state.seconds -= 1
      return .none
    }
  }
}

@main struct Program {
  static func main() throws {
    let loop = try EventLoop()
    let store = Store(initialState: Countdown.State(seconds: 3), executor: loop) {
      Countdown()
    } withDependencies: {
      $0.clock = LoopClock(loop)
    }
    let observation = store.observe(of: \.seconds) { seconds in
      print(seconds)
      if seconds == 0 { loop.stop() }
    }
    store.send(.started)
    loop.run()
    _ = consume observation
  }
}
