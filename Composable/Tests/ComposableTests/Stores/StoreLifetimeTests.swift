import ComposableCore
import ComposableTesting
import Testing

@Suite struct StoreLifetimeTests {
  private let holds = HoldLedger()
  private let executor = SteppedExecutor()

  @Test func `a store that is dropped on its executor releases everything at once, the earliest first`() {
    let tree = SteppedStore.holdingTree(holds, executor)

    executor.perform {
      tree.dropHere()
      #expect(holds.history == ["+ leaf 1", "+ row 2", "+ leaf 3", "- leaf 1", "- row 2", "- leaf 3"])
    }
  }

  @Test func `a store that is dropped outside of its executor releases everything on it`() {
    let tree = SteppedStore.holdingTree(holds, executor)

    tree.dropHere()
    #expect(holds.living.count == 3)
    executor.drain()

    #expect(holds.history.suffix(3) == ["- leaf 1", "- row 2", "- leaf 3"])
  }

  @Test func `effects at work are cancelled when the store goes, and what they send is dropped in silence`() {
    let journal = Journal()
    let issues = withIssues {
      let store = SteppedStore<Int, Int>(0, executor: executor) {
        Reduce { state, action in
          journal.note("reduces \(action)")
          return .run { send in
            await suspended { journal.note("cancelled") }
            await send(2)
            journal.note("goes on")
          }
        }
      }
      store.send(1)
      store.drop()
      executor.drain()
    }

    #expect(journal.entries == ["reduces 1", "cancelled", "goes on"])
    #expect(issues == [])
  }

  @Test func `an effect that never ran is cancelled when the store goes`() {
    let journal = Journal()
    let store = SteppedStore<Int, Int>(0, executor: executor) {
      Reduce { _, _ in .run { _ in journal.note(Task.isCancelled ? "cancelled" : "at work") } }
    }

    executor.perform { _ = store.store.send(1) }
    store.drop()
    executor.drain()

    #expect(journal.entries == ["cancelled"])
  }

  @Test func `an effect that keeps the store keeps it until the effect ends`() {
    let clock = TestClock(executor: executor)
    let holder = StoreHolder<Int, Keeping.Action>()
    let store = SteppedStore(0, executor: executor) { Keeping(holds: holds, holder: holder, clock: clock) }
    holder.store = store.store
    store.send(.kept)
    store.drop()
    holder.store = nil
    executor.drain()
    #expect(holds.living == ["kept"])

    clock.advance(by: .seconds(1))

    #expect(holds.living == [])
  }

  @Test func `a reducer that drops its store ends it at once, and nothing begins any more`() {
    let clock = TestClock(executor: executor)
    let holder = StoreHolder<Int, Keeping.Action>()
    let store = SteppedStore(0, executor: executor) { Keeping(holds: holds, holder: holder, clock: clock) }
    holder.store = store.take()
    executor.perform { _ = holder.store?.send(.droppedLater) }
    executor.drain()
    #expect(holds.living == ["while it waits"])

    clock.advance(by: .seconds(1))

    #expect(holds.history == ["+ while it waits", "- while it waits"])
    #expect(store.effectCount == 0)
  }

  @Test func `a release that drops the store ends the rest, and each once`() {
    let holder = StoreHolder<Int, Int>()
    let store = SteppedStore<Int, Int>(0, executor: executor) {
      Reduce { [holds] _, action in
        let dropping = Effect<Int>.hold(acquire: {}, release: { holder.store = nil })
        if action == 1 { return .merge(dropping.cancellable(id: "first"), holds.hold("second"), .run { await $0(2) }) }
        return .merge(.cancel(id: "first"), holds.hold("third"))
      }
    }
    holder.store = store.take()

    executor.perform { _ = holder.store?.send(1) }
    executor.drain()

    #expect(holds.history == ["+ second", "- second"])
    #expect(store.effectCount == 0)
  }

  @Test func `actions that wait when the store goes are not reduced`() {
    let journal = Journal()
    let holder = StoreHolder<Int, Int>()
    let store = SteppedStore<Int, Int>(0, executor: executor) {
      Reduce { _, action in
        journal.note("reduces \(action)")
        if action == 1 { return .run { send in await send(2) } }
        if action == 2 { return .merge(.send(3), .send(4)) }
        if action == 3 { holder.store = nil }
        return .none
      }
    }
    holder.store = store.take()

    executor.perform { _ = holder.store?.send(1) }
    executor.drain()

    #expect(journal.entries == ["reduces 1", "reduces 2", "reduces 3"])
  }

  @Test func `a store leaves nothing behind, neither its state nor its reducer`() {
    weak var state: Witness?
    weak var reducer: Witness?
    do {
      let inState = Witness()
      let inReducer = Witness()
      (state, reducer) = (inState, inReducer)
      var store: Store<Witness, Int>? = Store(initialState: inState, executor: executor) {
        Reduce { [inReducer] _, _ in
          withExtendedLifetime(inReducer) { .hold(acquire: {}, release: {}) }
        }
      }
      executor.perform { _ = store?.send(1) }
      store = nil
    }
    executor.drain()

    #expect(state == nil)
    #expect(reducer == nil)
  }
}

/// Suspends until it is cancelled.
private func suspended(_ cancelled: @escaping @Sendable () -> Void) async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    cancelled()
    continuation.finish()
  }
}

private final class Witness: Sendable {}

/// A feature whose effects keep its store, or whose reducer drops it.
private struct Keeping: Reducer {
  enum Action: Sendable {
    case kept
    case droppedLater
    case dropped
  }

  let holds: HoldLedger
  let holder: StoreHolder<Int, Action>
  let clock: TestClock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .kept:
      let keeping = Effect<Action>.run { [store = holder.store, clock] _ in
        try await clock.sleep(for: .seconds(1))
        withExtendedLifetime(store) {}
      }
      return .merge(keeping, holds.hold("kept"))
    case .droppedLater:
      let waiting = Effect<Action>.run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.dropped)
      }
      return .merge(waiting, holds.hold("while it waits"))
    case .dropped:
      holder.store = nil
      return holds.hold("after it was dropped")
    }
  }
}
