@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct SendGroupTests {
  let journal = Journal()
  let store = FamilyStore()

  @Test func `a cancelled send ends what it started, not what others started in response`() {
    let journal = journal
    let task = store.send(
      .begin(
        .merge(
          .holding("own", journal) { send in
            await send(.begin(.holding("response of the work", journal)))
            try await forever(send)
          },
          .send(.begin(.holding("response", journal)))
        )
      )
    )

    store.cancel(task)

    #expect(journal.entries == ["+own", "+response", "+response of the work", "-own"])
    #expect(store.traces == Traces(effects: 2, sends: 1))
  }

  @Test func `a cancelled send of a child does not end what the parent asked for in response`() {
    let holds = HoldLedger()
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      Tree(holds: holds)
      Reduce { _, action in
        if case .leaf(.answered) = action { holds.hold("parent") } else { .none }
      }
    }

    store.cancel(store.send(.leaf(.asked)))

    #expect(holds.history == ["+ parent"])
  }

  @Test func `waiting for a send lasts until the last response has ended`() {
    let journal = journal
    let response: Effect<Family.Action> = .holding("response", journal).cancellable(id: "response")
    let task = store.send(.begin(.merge(.holding("own", journal), .send(.begin(.send(.begin(response)))))))
    Task(executorPreference: store.executor) {
      await task.finish()
      journal.note("finished")
    }

    store.cancel(task)
    store.send(.begin(.cancel(id: "response")))

    #expect(journal.entries == ["+own", "+response", "-own", "-response", "finished"])
  }

  @Test func `a cancelled send ends every kind of effect that it started`() {
    let clock = store.clock
    let task = store.send(
      .begin(
        .merge(
          .concatenate(.holding("a", journal), .holding("never", journal)),
          .holding("b", journal).cancellable(id: "b"),
          .holding("c", journal, while: forever).throttle(id: "c", for: .seconds(1), clock: clock, latest: true),
          .holding("never", journal).throttle(id: "c", for: .seconds(1), clock: clock, latest: true),
          .holding("never", journal).debounce(id: "d", for: .seconds(1), clock: clock)
        )
      )
    )

    store.cancel(task)
    clock.advance(by: .seconds(1))

    #expect(journal.entries == ["+a", "+b", "+c", "-a", "-b", "-c"])
    #expect(store.traces == .none)
  }

  @Test func `a long effect that starts others keeps nothing of those that ended`() {
    let (steps, continuation) = AsyncStream.makeStream(of: Int.self)
    store.send(
      .begin(
        .run { send in
          for await step in steps {
            await send(.begin(.merge(.run { await $0(.value(step)) }, .after(1, .value(-step)).cancellable(id: step))))
          }
        }
      )
    )
    let before = store.traces

    for step in 1...200 {
      continuation.yield(step)
      store.clock.advance(by: .seconds(1))
    }

    #expect(store.state.values.count == 400)
    #expect(before == Traces(effects: 1, sends: 1))
    #expect(store.traces == before)
    #expect(
      store.executor.perform { store.core.assumeIsolated { core in core.effects.all.map(\.group.count) } } == [1]
    )
  }
}
