import ComposableCore
import ComposableTesting
import Testing

@Suite struct CallFromElsewhereTests {
  @Test func `a store that is called outside of its executor says which call that was, and the way out`() async throws {
    let send = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = store().send(1)
    }
    let state = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = store().state
    }

    for (call, result) in [("send", send), ("state", state)] {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        text.contains("'\(call)' of a store of 'Int' was called outside of the store's executor.\nCall it in a job")
      )
    }
  }
}

private func store() -> Store<Int, Int> {
  Store(initialState: 0, executor: SteppedExecutor()) { EmptyReducer() }
}
