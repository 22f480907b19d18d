import Composable

struct Countdown: Reducer {
  struct State: Equatable, Sendable {
    var seconds: Int
    var isRunning = false
  }

  enum Action: Equatable, Sendable {
    case startTapped
    case stopTapped
    case ticked
  }

  struct Ticking: Hashable, Sendable {}

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startTapped:
      state.isRunning = true
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: Ticking(), cancelInFlight: true)
    case .ticked where state.seconds > 1:
      state.seconds -= 1
      return .none
    case .ticked:
      state.seconds = 0
      state.isRunning = false
      return .cancel(id: Ticking())
    case .stopTapped:
      state.isRunning = false
      return .cancel(id: Ticking())
    }
  }
}
