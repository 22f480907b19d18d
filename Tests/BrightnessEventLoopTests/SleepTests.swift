@testable import BrightnessEventLoop

import Testing

@Suite struct SleepTests {
  private let loop: EventLoop
  private let errors = Log(of: String.self)

  init() throws { loop = try EventLoop() }

  private func sleepForAnHour() -> Task<Void, Never> {
    Task(executorPreference: loop) {
      do { try await loop.sleep(for: .seconds(3600)) } catch { errors.write("\(error)") }
      loop.stop()
    }
  }

  @Test func `a sleeping task wakes on the loop, not before its deadline`() throws {
    let log = Log(of: Bool.self)
    let deadline = LoopClock.Instant.now.advanced(by: .milliseconds(2))

    Task(executorPreference: loop) {
      try await loop.sleep(until: deadline)
      log.write(loop.isOnLoop && .now >= deadline)
      loop.stop()
    }
    loop.run()

    #expect(log.entries == [true])
    #expect(loop.timerCount == 0)
  }

  @Test func `a cancelled sleep wakes at once, throws, and leaves no timer`() throws {
    let task = sleepForAnHour()
    loop.takeTurn()
    #expect(loop.timerCount == 1)

    task.cancel()
    #expect(loop.timerCount == 0)
    loop.run()

    #expect(errors.entries == ["CancellationError()"])
  }

  @Test func `a sleep may be cancelled from another thread`() throws {
    let task = sleepForAnHour()
    loop.takeTurn()

    let thread = OtherThread { task.cancel() }
    loop.run()
    thread.join()

    #expect(errors.entries == ["CancellationError()"])
    #expect(loop.timerCount == 0)
  }

  @Test func `a task that is already cancelled does not sleep`() throws {
    let task = sleepForAnHour()

    task.cancel()
    loop.run()

    #expect(errors.entries == ["CancellationError()"])
    #expect(loop.timerCount == 0)
  }

  @Test func `an actor on the loop's executor sleeps without leaving it`() throws {
    let log = Log(of: Bool.self)
    let resident = Resident(loop)

    Task(executorPreference: loop) {
      log.write(try await resident.nap())
      loop.stop()
    }
    loop.run()

    #expect(log.entries == [true])
  }

  @Test func `a task of another loop may sleep on this one`() throws {
    let log = Log(of: Bool.self)

    let thread = OtherThread {
      guard let other = try? EventLoop() else { return loop.stop() }
      Task(executorPreference: other) {
        try await loop.sleep(for: .milliseconds(1))
        log.write(other.isOnLoop)
        loop.stop()
        other.stop()
      }
      other.run()
    }
    loop.run()
    thread.join()

    #expect(log.entries == [true])
  }

  @Test func `sleeping on the loop's clock stays on the loop`() throws {
    let log = Log(of: Bool.self)
    let clock: any Clock<Duration> = LoopClock(loop)

    Task(executorPreference: loop) {
      try await clock.sleep(for: .milliseconds(1))
      log.write(loop.isOnLoop)
      loop.stop()
    }
    loop.run()

    #expect(log.entries == [true])
  }
}
