import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@Suite struct TestClockTests {
  let executor = SteppedExecutor()
  let clock: TestClock
  let journal = Journal()

  init() {
    clock = TestClock(executor: executor)
  }

  @Test func `a sleep ends when the clock reaches its deadline and not before`() {
    beginSleep(.seconds(2), "woke")

    clock.advance(by: .seconds(1))
    #expect(journal.entries.isEmpty)

    clock.advance(by: .seconds(1))
    #expect(journal.entries == ["woke at 2.0 seconds"])
  }

  @Test func `sleeps end in the order of their deadlines`() {
    beginSleep(.seconds(3), "third")
    beginSleep(.seconds(1), "first")
    beginSleep(.seconds(2), "second")

    clock.advance(by: .seconds(5))

    #expect(journal.entries == ["first at 1.0 seconds", "second at 2.0 seconds", "third at 3.0 seconds"])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `sleeps with one deadline end in the order in which they began`() {
    for name in ["a", "b", "c", "d"] { beginSleep(.seconds(1), name) }

    clock.advance(to: TestClock.Instant(offset: .seconds(1)))

    #expect(journal.names == ["a", "b", "c", "d"])
  }

  @Test func `a sleep that begins on the way is part of the way`() {
    start {
      for _ in 0..<3 { try await clock.sleep(for: .seconds(1)) }
      journal.note("done at \(clock.now.offset)")
    }

    clock.advance(by: .seconds(3))

    #expect(journal.entries == ["done at 3.0 seconds"])
  }

  @Test func `the clock moves to an instant and never back`() {
    clock.advance(to: TestClock.Instant(offset: .seconds(3)))
    clock.advance(to: TestClock.Instant(offset: .seconds(1)))

    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `running goes on until nothing sleeps`() {
    beginSleep(.seconds(1), "first")
    start {
      try await clock.sleep(for: .seconds(2))
      try await clock.sleep(for: .seconds(40))
      journal.note("last")
    }

    clock.run()

    #expect(journal.entries == ["first at 1.0 seconds", "last"])
    #expect(clock.now.offset == .seconds(42))
  }

  @Test func `running past the limit is an issue that lists the sleeps that are left`() {
    let timer = start { while true { try await clock.sleep(for: .seconds(1)) } }

    let issues = withIssues { clock.run(limit: 10) }

    #expect(
      issues.map(\.message) == [
        """
        The clock ran through 10 sleeps, and 1 sleep waits at 10.0 seconds, the first until 11.0 seconds.
        A timer sleeps for ever: move the clock with 'advance', end the timer first, or give 'run' a higher limit.
        """
      ]
    )
    timer.cancel()
    executor.drain()
  }

  @Test func `running exactly up to the limit is no issue`() {
    for _ in 0..<10 { beginSleep(.seconds(1), "woke") }

    let issues = withIssues { clock.run(limit: 10) }

    #expect(issues.isEmpty)
  }

  @Test func `a cancelled sleep throws and is forgotten at once`() {
    let task = beginNotedSleep()
    executor.drain()
    #expect(clock.sleepers == 1)

    task.cancel()
    #expect(clock.sleepers == 0)

    executor.drain()
    #expect(journal.entries == ["CancellationError()"])
  }

  @Test func `cancelling one of two sleeps with one deadline leaves the other`() {
    let first = start { try await clock.sleep(for: .seconds(1)) }
    beginSleep(.seconds(1), "second")
    executor.drain()

    first.cancel()
    clock.run()

    #expect(journal.entries == ["second at 1.0 seconds"])
  }

  @Test func `a task that is cancelled before it sleeps does not sleep`() {
    let task = beginNotedSleep()

    task.cancel()
    executor.drain()

    #expect(clock.sleepers == 0)
    #expect(journal.entries == ["CancellationError()"])
  }

  @Test(arguments: [0, -1]) func `a sleep until now or the past ends at once`(seconds: Int) {
    beginSleep(.seconds(seconds), "woke")

    executor.drain()

    #expect(journal.names == ["woke"])
  }

  @Test func `checking for suspensions throws while something sleeps`() throws {
    beginSleep(.seconds(1), "woke")

    let error = #expect(throws: SuspensionError.self) { try clock.checkSuspension() }
    #expect(
      error?.description == "cannot leave the test clock: 1 sleep waits at 0.0 seconds, the first until 1.0 seconds"
    )

    clock.run()
    try clock.checkSuspension()
  }

  @Test func `a timer ticks as often as the clock passes its interval`() {
    let timer = start {
      for await tick in clock.timer(interval: .seconds(2)) { journal.note("\(tick)") }
      journal.note("ended")
    }

    clock.advance(by: .seconds(5))
    #expect(journal.entries == ["2.0 seconds", "4.0 seconds"])

    timer.cancel()
    executor.drain()
    #expect(journal.entries == ["2.0 seconds", "4.0 seconds", "ended"])
    #expect(clock.sleepers == 0)
  }

  @Test func `a timer does not make up for the ticks that were missed`() {
    let timer = start {
      for await tick in clock.timer(interval: .seconds(1)) {
        journal.note("\(tick)")
        if tick == .seconds(1) { try await clock.sleep(for: .milliseconds(3500)) }
      }
    }

    clock.advance(by: .seconds(6))

    #expect(journal.entries == ["1.0 seconds", "5.0 seconds", "6.0 seconds"])
    timer.cancel()
    executor.drain()
  }

  @Test func `a tick that falls due while the last one is handled comes at once`() {
    let timer = start {
      for await tick in clock.timer(interval: .seconds(1)) {
        journal.note("\(tick)")
        try await clock.sleep(for: .seconds(1))
      }
    }

    clock.advance(by: .seconds(3))

    #expect(journal.entries == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    timer.cancel()
    executor.drain()
  }

  @Test func `ten thousand sleeps end in order`() {
    for number in (0..<10_000).reversed() { beginSleep(.milliseconds(number), "\(number)") }

    clock.run()

    #expect(journal.names == (0..<10_000).map(String.init))
  }

  private func beginSleep(_ duration: Duration, _ name: String) {
    start {
      try await clock.sleep(for: duration)
      journal.note("\(name) at \(clock.now.offset)")
    }
  }

  /// Sleeps for a second, and notes what ends the sleep before.
  private func beginNotedSleep() -> Task<Void, any Error> {
    start {
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        journal.note("\(error)")
      }
    }
  }

  @discardableResult
  private func start(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    Task(executorPreference: executor) { try await work() }
  }
}
