@testable import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@Suite(.dependencies) struct EffectConcurrencyTests {
  /// Counts acquisitions and releases, and those outside of the executor.
  private final class Count: Sendable {
    let acquired = Atomic(0)
    let released = Atomic(0)
    let outside = Atomic(0)
  }

  private let executor = ThreadExecutor()
  private let count = Count()

  private func traces(of core: StoreCore<Family.State, Family.Action>) -> Traces {
    executor.perform { core.assumeIsolated { core in core.traces } }
  }

  private func makeStore() -> (StoreCore<Family.State, Family.Action>, Store<Family.State, Family.Action>) {
    let core = StoreCore.make(executor: executor, dependencies: .current) {
      Family.State()
    } reducer: {
      Family()
    }
    return (core, Store(core: core))
  }

  private func hold(while operation: (@Sendable (Send<Family.Action>) async throws -> Void)? = nil) -> Effect<
    Family.Action
  > {
    .hold(
      acquire: { [count] in count.acquired.add(1, ordering: .relaxed) },
      release: { [count, executor] _ in
        count.released.add(1, ordering: .relaxed)
        if executor.isIsolatingCurrentContext() != true { count.outside.add(1, ordering: .relaxed) }
      },
      while: operation
    )
  }

  @Test func `a thousand effects of ten names cancelled from seven threads leave no trace`() async {
    let (core, store) = makeStore()
    let effects = (0..<1_000).map { number in hold(while: number % 2 == 0 ? forever : nil).cancellable(id: number % 10)
    }
    let sends = executor.perform { effects.map { core.send(.begin($0)) } }

    await withTaskGroup { group in
      for thread in 0..<7 {
        group.addTask {
          for id in 0..<10 {
            executor.post { _ = core.send(.begin(.cancel(id: (id + thread) % 10))) }
            await sends[id * 100 + thread].cancel()
          }
        }
      }
    }
    for send in sends { await send.finish() }

    #expect(count.acquired.load(ordering: .relaxed) == 1_000)
    #expect(count.released.load(ordering: .relaxed) == 1_000)
    #expect(count.outside.load(ordering: .relaxed) == 0)
    #expect(traces(of: core) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `ten thousand tasks of a hundred names cancelled while they start are all cancelled`() async {
    let (core, store) = makeStore()
    let ended = Count()
    ThreadExecutor.onThreads(7) { thread in
      for number in stride(from: thread, to: 10_000, by: 7) {
        executor.post {
          let work: Effect<Family.Action> = .run { send in
            defer { ended.released.add(1, ordering: .relaxed) }
            try await forever(send)
          }
          ended.acquired.add(1, ordering: .relaxed)
          _ = core.send(.begin(work.cancellable(id: number % 100)))
        }
        executor.post { _ = core.send(.begin(.cancel(id: (number + 50) % 100))) }
      }
    }
    let last = executor.perform { core.send(.begin(.merge((0..<100).map { .cancel(id: $0) }))) }
    await last.finish()

    #expect(ended.acquired.load(ordering: .relaxed) == 10_000)
    #expect(traces(of: core) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `a hold that finishes and is cancelled at the same time is released once`() async {
    let (core, store) = makeStore()
    for round in 0..<500 {
      let (steps, continuation) = AsyncStream.makeStream(of: Never.self)
      let effect = hold { _ in for await _ in steps {} }.cancellable(id: round)
      let send = executor.perform { core.send(.begin(effect)) }

      ThreadExecutor.onThreads(4) { thread in
        if thread % 2 == 0 {
          continuation.finish()
        } else {
          executor.post { _ = core.send(.begin(.cancel(id: round))) }
        }
      }
      await send.finish()

      #expect(count.released.load(ordering: .relaxed) == round + 1)
    }
    #expect(count.outside.load(ordering: .relaxed) == 0)
    #expect(traces(of: core) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `holds are released on the executor when another thread drops the store`() {
    let count = count
    do {
      let (core, store) = makeStore()
      let hold = hold(while: forever)
      executor.perform { for _ in 1...100 { _ = core.send(.begin(hold)) } }
      withExtendedLifetime(store) {}
    }
    executor.perform {}

    #expect(count.released.load(ordering: .relaxed) == 100)
    #expect(count.outside.load(ordering: .relaxed) == 0)
  }
}
