import CGLib
import Composable

struct Countdown: Reducer {
  struct State: Equatable, Sendable {
    var seconds: Int
    var isOver = false
  }

  enum Action: Equatable, Sendable {
    case ticked
  }

  @Dependency(\.clock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .ticked: state.seconds -= 1
      }
      return .none
    }
    .onMount { _ in
      .merge(
        .hold(acquire: { print("the light is on") }, release: { print("the light is off") }),
        .run { send in
          for await _ in clock.timer(interval: .milliseconds(10)) { await send(.ticked) }
        }
      )
    }
  }
}

@main struct Program {
  static func main() {
    // This thread is on the executor from now on, not only while the loop runs.
    precondition(g_main_context_acquire(nil) != 0, "another thread has the default context")
    defer { g_main_context_release(nil) }
    // Any thread may quit a loop.
    nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)
    defer { g_main_loop_unref(loop) }
    let store = Store(initialState: Countdown.State(seconds: 3), executor: GLibExecutor()) {
      Countdown()
    } withDependencies: { _, _ in
    } endOfTurn: { state in
      state.isOver = state.seconds == 0
    }
    let observation = store.observe(of: \.self) { state in
      print(state.seconds)
      if state.isOver { g_main_loop_quit(loop) }
    }
    g_main_loop_run(loop)
    _ = consume observation
    _ = consume store
    print("the loop has ended")
  }
}
