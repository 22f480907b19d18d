@testable import Composable
import ComposableTesting
import Synchronization
import Testing

@Suite(.dependencies) struct EffectConcurrencyTests {
  /// Counts what was taken and what was let go of, and where.
  private final class Count: Sendable {
    let acquired = Atomic(0)
    let released = Atomic(0)
    let outside = Atomic(0)
  }

  private let executor = ThreadExecutor()
  private let count = Count()

  private func traces(of root: RootStore<Family.State, Family.Action>) -> Traces {
    executor.perform { root.now { core in core.traces } }
  }

  private func root() -> (RootStore<Family.State, Family.Action>, Store<Family.State, Family.Action>) {
    let root = RootStore(executor: executor, dependencies: .current) {
      Family.State()
    } reducer: {
      Family()
    }
    return (root, Store(root: root))
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
    let (root, store) = root()
    let effects = (0..<1_000).map { number in hold(while: number % 2 == 0 ? forever : nil).cancellable(id: number % 10)
    }
    let sends = executor.perform { effects.map { root.send(.begin($0)) } }

    await withTaskGroup { group in
      for thread in 0..<7 {
        group.addTask {
          for id in 0..<10 {
            executor.post { _ = root.send(.begin(.cancel(id: (id + thread) % 10))) }
            await sends[id * 100 + thread].cancel()
          }
        }
      }
    }
    for send in sends { await send.finish() }

    #expect(count.acquired.load(ordering: .relaxed) == 1_000)
    #expect(count.released.load(ordering: .relaxed) == 1_000)
    #expect(count.outside.load(ordering: .relaxed) == 0)
    #expect(traces(of: root) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `ten thousand tasks of a hundred names cancelled while they start are all cancelled`() async {
    let (root, store) = root()
    let ended = Count()
    ThreadExecutor.onThreads(7) { thread in
      for number in stride(from: thread, to: 10_000, by: 7) {
        executor.post {
          let work: Effect<Family.Action> = .run { send in
            defer { ended.released.add(1, ordering: .relaxed) }
            try await forever(send)
          }
          ended.acquired.add(1, ordering: .relaxed)
          _ = root.send(.begin(work.cancellable(id: number % 100)))
        }
        executor.post { _ = root.send(.begin(.cancel(id: (number + 50) % 100))) }
      }
    }
    let last = executor.perform { root.send(.begin(.merge((0..<100).map { .cancel(id: $0) }))) }
    await last.finish()

    #expect(ended.acquired.load(ordering: .relaxed) == 10_000)
    #expect(traces(of: root) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `a hold that finishes and is cancelled at the same time is released once`() async {
    let (root, store) = root()
    for round in 0..<500 {
      let (steps, continuation) = AsyncStream.makeStream(of: Never.self)
      let effect = hold { _ in for await _ in steps {} }.cancellable(id: round)
      let send = executor.perform { root.send(.begin(effect)) }

      ThreadExecutor.onThreads(4) { thread in
        if thread % 2 == 0 {
          continuation.finish()
        } else {
          executor.post { _ = root.send(.begin(.cancel(id: round))) }
        }
      }
      await send.finish()

      #expect(count.released.load(ordering: .relaxed) == round + 1)
    }
    #expect(count.outside.load(ordering: .relaxed) == 0)
    #expect(traces(of: root) == .none)
    withExtendedLifetime(store) {}
  }

  @Test func `holds are released on the executor when another thread drops the store`() {
    let count = count
    do {
      let (root, store) = root()
      let hold = hold(while: forever)
      executor.perform { for _ in 1...100 { _ = root.send(.begin(hold)) } }
      withExtendedLifetime(store) {}
    }
    executor.perform {}

    #expect(count.released.load(ordering: .relaxed) == 100)
    #expect(count.outside.load(ordering: .relaxed) == 0)
  }
}
