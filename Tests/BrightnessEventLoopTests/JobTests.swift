@testable import BrightnessEventLoop

import Testing

@Suite struct JobTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func `a job added by a job runs after all queued ones`() throws {
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
    let trace = Trace()
    loop.perform(trace.callback())

    loop.takeTurn()

    #expect(trace.isGone)
  }

  @Test func `a task that prefers the loop runs on its thread`() throws {
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
  @Test func `a callback may assume the isolation of an actor on the loop's executor`() throws {
    let log = Log(of: Bool.self)
    let resident = Resident(loop)

    loop.at(.now) { log.write(resident.assumeIsolated { $0.visit() }) }
    loop.takeTurn()

    #expect(log.entries == [true])
  }

  @Test func `only the loop's thread is isolated`() throws {
    let log = Log(of: Bool?.self)

    OtherThread { log.write(loop.isIsolatingCurrentContext()) }.join()
    log.write(loop.isIsolatingCurrentContext())

    #expect(log.entries == [false, true])
  }
}
