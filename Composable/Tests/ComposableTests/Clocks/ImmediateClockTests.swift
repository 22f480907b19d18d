import ComposableCore
import ComposableTesting
import Testing

@Suite struct ImmediateClockTests {
  @Test func `a sleep jumps to its deadline`() async throws {
    let clock = ImmediateClock()

    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(for: .seconds(2))

    #expect(clock.now.offset == .seconds(7))
  }

  @Test func `a sleep until the past does not move the clock back`() async throws {
    let clock = ImmediateClock(now: TestClock.Instant(offset: .seconds(5)))

    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))

    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `a timer ticks without waiting`() async {
    let clock = ImmediateClock()
    var ticks: [Duration] = []

    for await tick in clock.timer(interval: .seconds(1)) {
      ticks.append(tick)
      if ticks.count == 3 { break }
    }

    #expect(ticks == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a cancelled sleep throws and leaves the clock alone`() {
    let executor = SteppedExecutor()
    let clock = ImmediateClock()
    let journal = Journal()
    let task = Task(executorPreference: executor) {
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        journal.note("\(error)")
      }
    }

    task.cancel()
    executor.drain()

    #expect(journal.entries == ["CancellationError()"])
    #expect(clock.now.offset == .zero)
  }
}
