import ComposableCore

/// A feature that others present or push: it counts, ticks, holds something, and leaves.
struct ChildFeature: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case counted, ticked, timerStarted, timerRestarted, timerStopped, settled, left, leftLater, presenceAsked
  }

  var journal = Journal()
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .counted, .ticked: state.count += 1
    case .timerStarted: return ticking(clock) { .ticked }
    case .timerRestarted: return ticking(clock, cancelInFlight: true) { .ticked }
    case .timerStopped: return .cancel(id: "timer")
    case .settled: return .holding("child \(state.id)", journal)
    case .left: return .run { [dismiss] _ in await dismiss() }
    case .leftLater: return leavingLater()
    case .presenceAsked: return presence()
    }
    return .none
  }

  /// Dismisses, though it may have been cancelled while it waited.
  private func leavingLater() -> Effect<Action> {
    .run { [clock, dismiss] _ in
      try? await clock.sleep(for: .seconds(1))
      await dismiss()
    }
  }

  private func presence() -> Effect<Action> {
    journal.note("reducer: \(isPresented)")
    return .run { _ in journal.note("effect: \(isPresented)") }
  }
}

/// An effect that sends an action every second, under the name "timer".
func ticking<Action>(
  _ clock: any Clock<Duration>,
  cancelInFlight: Bool = false,
  action: @escaping @Sendable () -> Action
) -> Effect<Action> {
  .run { send in
    while true {
      try await clock.sleep(for: .seconds(1))
      await send(action())
    }
  }
  .cancellable(id: "timer", cancelInFlight: cancelInFlight)
}
