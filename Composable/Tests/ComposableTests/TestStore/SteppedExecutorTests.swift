import ComposableCore
import ComposableTesting
import Glibc
import Testing

@Suite struct SteppedExecutorTests {
  let executor = SteppedExecutor()
  let journal = Journal()

  @Test func `nothing runs before a step`() {
    enqueue("a")

    #expect(journal.entries.isEmpty)
    #expect(!executor.isIdle)
  }

  @Test func `a step runs the oldest job, and returns whether there was one`() {
    for name in ["a", "b", "c"] { enqueue(name) }

    var seen: [[String]] = []
    while executor.step() {
      if seen.last != journal.entries { seen.append(journal.entries) }
    }

    #expect(seen == [["a"], ["a", "b"], ["a", "b", "c"]])
    #expect(executor.isIdle)
    #expect(!executor.step())
  }

  @Test func `draining runs the jobs that jobs enqueue, each behind those that wait`() {
    enqueue { scribe in scribe.note("a", then: "c") }
    enqueue("b")

    executor.drain()

    #expect(journal.entries == ["a", "b", "c"])
    #expect(executor.isIdle)
  }

  @Test func `a job that suspends goes on behind those that wait`() {
    enqueue { scribe in
      scribe.note("a")
      await Task.yield()
      scribe.note("c")
    }
    enqueue("b")

    executor.drain()

    #expect(journal.entries == ["a", "b", "c"])
  }

  @Test func `performing runs at once, isolated, and gives what it returns`() {
    let result = executor.perform {
      #expect(executor.isIsolatingCurrentContext() == true)
      executor.checkIsolated()
      return 7
    }

    #expect(result == 7)
    #expect(executor.isIsolatingCurrentContext() == false)
  }

  @Test func `performing ends isolated where it began isolated, also when it throws`() {
    executor.perform {
      executor.perform {}
      #expect(throws: CancellationError.self) { try executor.perform { throw CancellationError() } }
      #expect(executor.isIsolatingCurrentContext() == true)
    }

    #expect(executor.isIsolatingCurrentContext() == false)
  }

  @Test func `jobs that are enqueued while something is performed wait for a step`() {
    executor.perform {
      enqueue("a")
      #expect(journal.entries.isEmpty)
    }
    #expect(journal.entries.isEmpty)

    executor.drain()

    #expect(journal.entries == ["a"])
  }

  @Test func `an actor of the executor is entered by performing on it`() {
    let counter = Counter(executor)

    executor.perform { counter.assumeIsolated { $0.count += 1 } }
    Task(executorPreference: executor) { await counter.add() }
    executor.drain()

    executor.perform { counter.assumeIsolated { #expect($0.count == 2) } }
  }

  @Test func `another thread is not isolated while one is`() {
    executor.perform {
      ThreadExecutor().perform { journal.note("\(executor.isIsolatingCurrentContext() as Bool?)") }
    }

    #expect(journal.entries == ["Optional(false)"])
  }

  @Test func `work given by other threads is all done, in each thread's order, on the thread that steps`() {
    let here = pthread_self()
    ThreadExecutor.onThreads(4) { [executor, journal] thread in
      for number in 0..<250 {
        Task(executorPreference: executor) {
          journal.note("\(thread) \(number)\(pthread_self() == here ? "" : " elsewhere")")
        }
      }
    }

    executor.drain()

    let entries = journal.entries
    for thread in 0..<4 {
      #expect(entries.filter { $0.hasPrefix("\(thread) ") } == (0..<250).map { "\(thread) \($0)" })
    }
  }

  @Test func `work is given while the executor is drained`() {
    let thread = ThreadExecutor()
    thread.post { [executor, journal] in
      for number in 0..<1_000 { Task(executorPreference: executor) { journal.note("\(number)") } }
    }
    for _ in 0..<1_000 { executor.drain() }
    thread.perform {}

    executor.drain()

    #expect(journal.entries == (0..<1_000).map { "\($0)" })
  }

  @Test func `checking isolation elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { SteppedExecutor().checkIsolated() }
  }

  @Test func `stepping by two threads at a time traps`() async {
    await #expect(processExitsWith: .failure) {
      let executor = SteppedExecutor()
      executor.perform { ThreadExecutor().perform { executor.perform {} } }
    }
  }

  private func enqueue(_ name: String) {
    enqueue { scribe in scribe.note(name) }
  }

  private func enqueue(_ work: @escaping @Sendable (isolated Scribe) async -> Void) {
    let scribe = Scribe(executor, journal)
    Task(executorPreference: executor) { await work(scribe) }
  }
}

private actor Counter {
  let executor: SteppedExecutor
  var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: SteppedExecutor) {
    self.executor = executor
  }

  func add() { count += 1 }
}

private actor Scribe {
  let executor: SteppedExecutor
  let journal: Journal

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: SteppedExecutor, _ journal: Journal) {
    self.executor = executor
    self.journal = journal
  }

  func note(_ name: String) { journal.note(name) }

  /// Notes the first name, and enqueues a job that notes the other.
  func note(_ first: String, then second: String) {
    note(first)
    Task(executorPreference: executor) { await self.note(second) }
  }
}
