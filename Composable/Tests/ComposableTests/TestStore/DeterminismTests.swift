import ComposableCore
import ComposableTesting
import Testing

@Suite struct DeterminismTests {
  @Test func `a tangled feature has the very same history a thousand times`() {
    let first = history()

    let others = Set((1..<1_000).map { _ in history() })

    #expect(others == [first])
    #expect(first.count == 51)
  }

  private func history() -> [String] {
    let journal = Journal()
    let store = TestStore(initialState: Tangle.State()) { Tangle(journal: journal) }
    store.exhaustivity = .off

    for name in 0..<3 { store.send(.start(name)) }
    store.clock.advance(by: .milliseconds(450))
    store.send(.stop(1))
    store.send(.burst(1))
    store.clock.advance(by: .milliseconds(450))
    store.send(.start(2)).cancel()
    store.clock.advance(by: .milliseconds(450))
    journal.note("\(store.state) \(store.clock.now.offset)")
    return journal.entries
  }
}

/// Timers, merges, concatenations, cancellations and responses to responses.
private struct Tangle: Reducer {
  struct State: Equatable, Sendable {
    var sum = 0
  }

  enum Action: Equatable, Sendable {
    case start(Int)
    case stop(Int)
    case tick(Int)
    case burst(Int)
    case step(Int)
  }

  let journal: Journal

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let clock = DependencyValues.current.clock
    state.sum = state.sum &* 31 &+ weight(of: action)
    journal.note("\(weight(of: action)) \(state.sum)")
    switch action {
    case .start(let name): return timer(name, clock).cancellable(id: name, cancelInFlight: true)
    case .stop(let name): return .cancel(id: name)
    case .tick(let name): return name == 2 ? .merge(.send(.step(name)), steps(name, clock)) : .none
    case .burst(let count):
      let again: Effect<Action> = count > 0 ? .send(.burst(count - 1)) : .none
      return .merge(steps(count, clock), again, .concatenate(steps(10 * count, clock), steps(20 * count, clock)))
    case .step: return .none
    }
  }

  private func timer(_ name: Int, _ clock: any Clock<Duration>) -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .milliseconds(200 + 100 * name)) { await send(.tick(name)) }
    }
  }

  private func steps(_ number: Int, _ clock: any Clock<Duration>) -> Effect<Action> {
    .concatenate(
      .run { send in
        await withTaskGroup { group in
          for part in 0..<3 { group.addTask { await send(.step(number + part)) } }
        }
      },
      .run { send in
        try await clock.sleep(for: .milliseconds(number * 10 + 5))
        await Task.yield()
        await send(.step(-number))
      }
    )
  }

  private func weight(of action: Action) -> Int {
    switch action {
    case .start(let name): name
    case .stop(let name): 7 + name
    case .tick(let name): 13 + name
    case .burst(let count): 17 + count
    case .step(let number): 100 + number
    }
  }
}
