@testable import EventLoop

import Testing

@Suite struct SleepTests {
  @Test func `a sleeping task wakes on the loop, not before its deadline`() throws {
    let loop = try EventLoop()
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
    let loop = try EventLoop()
    let log = Log(of: String.self)
    let task = Task(executorPreference: loop) {
      do { try await loop.sleep(for: .seconds(3600)) } catch { log.write("\(error)") }
      loop.stop()
    }
    loop.takeTurn()
    #expect(loop.timerCount == 1)

    task.cancel()
    #expect(loop.timerCount == 0)
    loop.run()

    #expect(log.entries == ["CancellationError()"])
  }

  @Test func `a sleep may be cancelled from another thread`() throws {
    let loop = try EventLoop()
    let log = Log(of: String.self)
    let task = Task(executorPreference: loop) {
      do { try await loop.sleep(for: .seconds(3600)) } catch { log.write("\(error)") }
      loop.stop()
    }
    loop.takeTurn()

    let thread = OtherThread { task.cancel() }
    loop.run()
    thread.join()

    #expect(log.entries == ["CancellationError()"])
    #expect(loop.timerCount == 0)
  }

  @Test func `a task that is already cancelled does not sleep`() throws {
    let loop = try EventLoop()
    let log = Log(of: String.self)
    let task = Task(executorPreference: loop) {
      do { try await loop.sleep(for: .seconds(3600)) } catch { log.write("\(error)") }
      loop.stop()
    }

    task.cancel()
    loop.run()

    #expect(log.entries == ["CancellationError()"])
    #expect(loop.timerCount == 0)
  }

  @Test func `an actor on the loop's executor sleeps without leaving it`() throws {
    let loop = try EventLoop()
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
    let loop = try EventLoop()
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
    let loop = try EventLoop()
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
