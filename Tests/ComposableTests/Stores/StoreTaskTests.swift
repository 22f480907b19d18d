import Composable
import ComposableTesting
import Testing

@Suite struct StoreTaskTests {
  private let holds = HoldLedger()

  @Test func `cancelling a send ends what it asked for, and not what was asked for in response`() {
    let store = SteppedStore(0) { Relay(holds: holds) }

    store.executor.perform {
      let task = store.store.send(.began)
      #expect(holds.living == ["began", "response 1", "response 2"])
      task.cancelNow()
    }

    #expect(holds.living == ["response 1", "response 2"])
  }

  @Test func `cancelling a child's send does not end what the parent asked for in response`() {
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      Tree(holds: holds)
      Reduce { [holds] _, action in
        if case .leaf(.answered) = action { return holds.hold("parent") }
        return .none
      }
    }

    let task = store.send(.leaf(.asked))
    #expect(holds.living == ["parent"])
    store.executor.perform { task.cancelNow() }

    #expect(holds.living == ["parent"])
  }

  @Test func `cancelling a send whose effect asked for nothing else ends it`() async {
    let store = SteppedStore(0) { Relay(holds: holds) }
    let task = store.send(.heldAlone)

    store.executor.perform { #expect(task.isLiveNow) }
    store.executor.perform { task.cancelNow() }

    store.executor.perform { #expect(!task.isLiveNow) }
    #expect(store.effectCount == 0)
  }

  @Test func `waiting for a send lasts until the last response has ended`() {
    let journal = Journal()
    let store = SteppedStore(0) { Relay(holds: holds) }
    let task = store.send(.began)
    Task(executorPreference: store.executor) {
      await task.finish()
      journal.note("finished")
    }

    store.executor.perform { task.cancelNow() }
    store.executor.drain()
    #expect(journal.entries == [])
    store.send(.ended)

    #expect(journal.entries == ["finished"])
  }

  @Test func `cancelling the work that an effect waits for ends its send`() {
    let journal = Journal()
    let store = SteppedStore<Int, String>(0) {
      Reduce { state, action in
        if action == "stop" { return .cancel(id: "work") }
        return .run { _ in
          try await withTaskCancellation(id: "work") { try await Never.ending() }
        } catch: { _, _ in
          journal.note("caught")
        }
      }
    }
    let task = store.send("start")
    Task(executorPreference: store.executor) {
      await task.finish()
      journal.note("finished")
    }
    store.executor.drain()

    store.send("stop")

    #expect(journal.entries == ["finished"])
    #expect(store.effectCount == 0)
  }

  @Test func `a send that started nothing is finished`() {
    let journal = Journal()
    let store = SteppedStore(0) { Relay(holds: holds) }

    let task = store.send(.ended)
    Task(executorPreference: store.executor) {
      await task.finish()
      await task.cancel()
      journal.note("finished")
    }
    store.executor.drain()

    #expect(task.isNone)
    #expect(journal.entries == ["finished"])
  }
}

/// A feature whose first action has a response, which has a response, each of which holds.
private struct Relay: Reducer {
  enum Action: Sendable {
    case began
    case response(Int)
    case ended
    case heldAlone
  }

  let holds: HoldLedger

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .began: .merge(holds.hold("began"), .send(.response(1)))
    case .response(1): .merge(held("response 1"), .send(.response(2)))
    case .response(let number): held("response \(number)")
    case .heldAlone: holds.hold("alone")
    case .ended: .cancel(id: "response")
    }
  }

  private func held(_ name: String) -> Effect<Action> {
    holds.hold(name).cancellable(id: "response")
  }
}

extension Never {
  /// Suspends until the task is cancelled, and throws then.
  fileprivate static func ending() async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    try Task.checkCancellation()
  }
}
