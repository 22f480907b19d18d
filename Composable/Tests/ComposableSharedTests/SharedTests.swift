import ComposableCore
import ComposableShared
import ComposableTesting
import Testing

@Suite(.dependencies) struct SharedTests {
  @Test func `two stores share a value`() {
    let executors = [SteppedExecutor(), SteppedExecutor()]
    let stores = executors.map { executor in Store(initialState: Meter.State(), executor: executor) { Meter() } }

    executors[0].perform { _ = stores[0].send(.counted) }

    #expect(executors[1].perform { stores[1].state.count } == 1)
    #expect(executors[1].perform { stores[1].state.reader } == 1)
  }

  @Test func `a change of a shared value that a test does not state is a failure`() {
    let issues = withIssues {
      let store = TestStore(initialState: Meter.State()) { Meter() }
      store.send(.counted)
      store.send(.counted) { $0.$count.withLock { $0 = 3 } }
      store.send(.read) {
        $0.$count.withLock { $0 = 2 }
        $0.seen = 2
      }
    }

    #expect(
      issues.map { $0.message.split(separator: "\n").first } == [
        "The state changed after sending '.counted', but no change was asserted (expected: −, actual: +):",
        "Expected another state after sending '.counted' (expected: −, actual: +):",
      ]
    )
    #expect(
      issues.first?.message.contains(
        """
        Shared values:

          [
        −   "count": 0
        +   "count": 1
          ]
        """
      ) == true
    )
  }

  @Test func `each action that came in response is followed with the shared value as it was then`() {
    let store = TestStore(initialState: Meter.State()) { Meter() }

    store.send(.countedTwice) { $0.$count.withLock { $0 = 1 } }
    store.receive(.counted) { $0.$count.withLock { $0 += 1 } }
  }

  @Test func `an action that is passed over is followed with its shared value`() {
    let store = TestStore(initialState: Meter.State()) { Meter() }

    store.send(.countedTwice) { $0.$count.withLock { $0 = 1 } }
    store.skipReceivedActions()
    store.send(.counted) { $0.$count.withLock { $0 = 3 } }
  }

  @Test func `a default that appears in a reducer is no change`() {
    let store = TestStore(initialState: Drawer.State()) { Drawer() }

    store.send(.opened) { $0.meter = Meter.State() }
    store.send(.closed) { $0.meter = nil }
  }

  @Test func `a default that appears and changes in one action is stated by its change`() {
    let store = TestStore(initialState: Drawer.State()) { Drawer() }

    store.send(.openedAndCounted) {
      $0.meter = Meter.State()
      $0.meter?.$count.withLock { $0 += 1 }
    }
  }

  @Test func `a change of a default that has just appeared must be stated`() {
    let issues = withIssues {
      let store = TestStore(initialState: Drawer.State()) { Drawer() }
      store.send(.openedAndCounted) { $0.meter = Meter.State() }
    }

    #expect(issues.map { $0.message.contains("Shared values:") } == [true])
  }

  @Test func `a default that appears in an effect, or in a later action, is no change`() {
    let store = TestStore(initialState: Drawer.State()) { Drawer() }

    store.send(.readLater)
    store.send(.counted)
    store.clock.advance(by: .seconds(1))
    store.receive(.counted)
    store.send(.answered)
    store.receive(.opened) { $0.meter = Meter.State() }
    store.finish()
  }

  @Test func `a change by an effect is stated on its own`() {
    do {
      let store = TestStore(initialState: Meter.State()) { Meter() }
      store.send(.countedLater)
      store.assert { $0.$count.withLock { $0 = 10 } }
    }

    let issues = withIssues {
      let store = TestStore(initialState: Meter.State(name: "other")) { Meter() }
      store.send(.countedLater)
      store.finish()
    }
    #expect(issues.map { $0.message.split(separator: ",").first } == ["A shared value was changed by no action"])
  }

  @Test func `a test that is not exhaustive states what it likes`() {
    let store = TestStore(initialState: Meter.State()) { Meter() }
    store.exhaustivity = .off

    store.send(.counted)
    store.send(.counted) { $0.$count.withLock { $0 = 2 } }
    store.send(.countedLater)
  }

  @Test func `the values of a shared value begin with the present one, and end with it`() async {
    @Shared(.inMemory("word")) var word = "a"
    var values = $word.values.makeAsyncIterator()

    #expect(await values.next() == "a")
    $word.withLock { $0 = "a" }
    $word.withLock { $0 = "b" }
    $word.withLock { $0 = "c" }
    #expect(await values.next() == "c")
  }

  @Test func `tests do not share`() {
    @Shared(.inMemory("count")) var count = 7
    #expect(count == 7)
  }

  @Test func `a reducer sees its own changes and those of others, and a test states each`() {
    @Shared(.inMemory("count")) var count = 0
    let store = TestStore(initialState: Meter.State()) { Meter() }

    $count.withLock { $0 = 5 }
    store.assert { $0.$count.withLock { $0 = 5 } }
    store.send(.counted) { $0.$count.withLock { $0 = 6 } }
    store.send(.read) { $0.seen = 6 }
    #expect(count == 6)
  }

  @Test func `a key of two types is reported, and the second is on its own`() {
    @Shared(.inMemory("key")) var number = 1
    let issues = withIssues {
      @Shared(.inMemory("key")) var text = "a"
      $text.withLock { $0 = "b" }
      #expect(text == "b" && number == 1)
    }

    #expect(issues.map { $0.message.prefix(56) } == ["'key' is shared as Int already, and was asked for as Str"])
  }

  @Test func `changes from many tasks are none lost`() async {
    @Shared(.inMemory("sum")) var sum = 0
    let shared = $sum
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { shared.withLock { $0 += 1 } } }
      }
    }
    #expect(sum == 8_000)
  }
}

private struct Meter: Reducer {
  struct State: Equatable, Sendable {
    @Shared var count: Int
    @SharedReader var reader: Int
    var seen = 0

    init(name: String = "count") {
      _count = Shared(wrappedValue: 0, .inMemory(name))
      _reader = SharedReader(_count)
    }
  }

  enum Action: Equatable, Sendable {
    case counted, countedTwice, countedLater, read
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .counted: state.$count.withLock { $0 += 1 }
    case .countedTwice:
      state.$count.withLock { $0 += 1 }
      return .send(.counted)
    case .countedLater: return .run { [count = state.$count] _ in count.withLock { $0 += 10 } }
    case .read: state.seen = state.count
    }
    return .none
  }
}

/// Has a meter, and with it a shared value, only while it is open.
private struct Drawer: Reducer {
  struct State: Equatable, Sendable {
    var meter: Meter.State?
  }

  enum Action: Equatable, Sendable {
    case opened, openedAndCounted, closed, counted, answered, readLater
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened: state.meter = Meter.State()
    case .openedAndCounted:
      state.meter = Meter.State()
      state.meter?.$count.withLock { $0 += 1 }
    case .closed: state.meter = nil
    case .counted: break
    case .answered: return .send(.opened)
    case .readLater:
      return .run { send in
        @Shared(.inMemory("late")) var late = 7
        try await clock.sleep(for: .seconds(1))
        await send(.counted)
      }
    }
    return .none
  }
}
