import Composable
import Observation
import Testing

@MainActor struct MainExecutorTests {
  @Test func `a store without an executor is used on the main actor`() {
    let store = Store(initialState: Tally.State()) { Tally() }
    let screen = Screen()
    let observation = store.observe(of: \.count) { count in
      MainActor.assumeIsolated { screen.draw(count) }
    }

    store.send(.counted)

    #expect(screen.counts == [0, 1])
    _ = consume observation
  }

  @Test func `an effect of such a store sends on the main actor`() async {
    let store = Store(initialState: Tally.State()) { Tally() }

    await store.send(.countedLater).finish()

    #expect(store.state.count == 1)
    #expect(store.state.isCountedOnMainActor == true)
  }

  @Test func `the executor of the main actor knows that other threads are elsewhere`() async {
    #expect(MainExecutor.shared.isIsolatingCurrentContext() == true)
    #expect(await Task.detached { MainExecutor.shared.isIsolatingCurrentContext() }.value == false)
  }

  @Test func `an observed store registers the part that was read`() {
    let store = Store(initialState: Tally.State()) { Tally() }
    let model = ObservedStore(store)
    let changes = Screen()
    withObservationTracking {
      _ = model.count
    } onChange: {
      MainActor.assumeIsolated { changes.draw(model.count) }
    }

    store.send(.renamed("cups"))
    #expect(changes.counts == [])

    store.send(.counted)
    #expect(changes.counts == [1])
    #expect(model.name == "cups")
  }

  @Test func `an observed store ends its observation with its last reference`() {
    let store = Store(initialState: Tally.State()) { Tally() }
    weak var model: ObservedStore<Tally.State, Tally.Action>?
    do {
      let observed = ObservedStore(store)
      _ = observed.count
      observed.send(.counted)
      model = observed
    }
    #expect(model == nil)
    #expect(store.state.count == 1)
  }
}

@MainActor private final class Screen {
  private(set) var counts: [Int] = []

  func draw(_ count: Int) {
    counts.append(count)
  }
}

private struct Tally: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var isCountedOnMainActor: Bool?
  }

  enum Action: Sendable {
    case counted
    case countedLater
    case renamed(String)
    case response(isOnMainActor: Bool)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .counted: state.count += 1
    case .countedLater:
      return .run { send in
        await Task.yield()
        await send(.response(isOnMainActor: MainExecutor.shared.isIsolatingCurrentContext() == true))
      }
    case .renamed(let name): state.name = name
    case .response(let isOnMainActor):
      state.count += 1
      state.isCountedOnMainActor = isOnMainActor
    }
    return .none
  }
}
