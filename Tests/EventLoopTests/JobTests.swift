@testable import EventLoop

import Testing

@Suite struct JobTests {
  @Test func `jobs run in the order of their arrival`() throws {
    let loop = try EventLoop()
    let log = Log(of: Int.self)

    for number in 1...3 { loop.perform { log.write(number) } }
    loop.takeTurn()

    #expect(log.entries == [1, 2, 3])
  }

  @Test func `a job added by a job runs after all queued ones`() throws {
    let loop = try EventLoop()
    let log = Log(of: String.self)
    loop.perform {
      loop.perform { log.write("inner") }
      log.write("outer")
    }
    loop.perform { log.write("next") }

    loop.takeTurn()

    #expect(log.entries == ["outer", "next", "inner"])
  }

  @Test func `a job is released after it has run`() throws {
    let loop = try EventLoop()
    let trace = Trace()
    loop.perform(trace.callback())

    loop.takeTurn()

    #expect(trace.isGone)
  }

  @Test func `a task that prefers the loop runs on its thread`() throws {
    let loop = try EventLoop()
    let log = Log(of: Bool.self)

    Task(executorPreference: loop) {
      log.write(loop.isOnLoop)
      async let child = loop.isOnLoop
      log.write(await child)
      loop.stop()
    }
    loop.run()

    #expect(log.entries == [true, true])
  }

  @Test func `an actor on the loop's executor runs on its thread`() throws {
    let loop = try EventLoop()
    let log = Log(of: Bool.self)
    let resident = Resident(loop)

    Task(executorPreference: loop) {
      log.write(await resident.visit())
      loop.stop()
    }
    loop.run()

    #expect(log.entries == [true])
  }

  @Test func `a callback may assume the isolation of an actor on the loop's executor`() throws {
    let loop = try EventLoop()
    let log = Log(of: Int.self)
    let resident = Resident(loop)

    loop.at(.now) { log.write(resident.assumeIsolated { $0.visit() ? $0.visits : 0 }) }
    loop.takeTurn()

    #expect(log.entries == [1])
  }

  @Test func `only the loop's thread is isolated`() throws {
    let loop = try EventLoop()
    let log = Log(of: Bool?.self)

    OtherThread { log.write(loop.isIsolatingCurrentContext()) }.join()
    log.write(loop.isIsolatingCurrentContext())

    #expect(log.entries == [false, true])
  }
}
