@testable import BrightnessEventLoop

import Testing

@Suite struct DeadlineTests {
  private let loop: EventLoop
  private let log = Log(of: String.self)

  init() throws { loop = try EventLoop() }

  let past = LoopClock.Instant.now

  @Test func `timers fire in the order of time, equal ones in the order of setting`() throws {
    loop.at(past) { log.write("later, set first") }
    loop.at(past.advanced(by: .seconds(-1))) { log.write("earlier") }
    loop.at(past) { log.write("later, set last") }
    loop.takeTurn()

    #expect(log.entries == ["earlier", "later, set first", "later, set last"])
  }
  @Test func `each of several timers fires, and none early`() throws {
    let times = Log(of: LoopClock.Instant.self)
    let deadlines = (1...3).map { LoopClock.Instant.now.advanced(by: .milliseconds($0)) }

    for deadline in deadlines { loop.at(deadline) { times.write(.now) } }
    loop.at(deadlines[2]) { loop.stop() }
    loop.run()

    #expect(times.entries.count == 3)
    #expect(zip(times.entries, deadlines).allSatisfy { $0 >= $1 })
    #expect(loop.timerCount == 0)
  }
  @Test func `a timer may cancel another one that is due in the same turn`() throws {
    let timer = Slot<Timer>()
    loop.at(past) {
      log.write("first")
      timer.take().map(loop.cancel)
    }
    timer.put(loop.at(past) { log.write("second") })

    loop.takeTurn()

    #expect(log.entries == ["first"])
    #expect(loop.timerCount == 0)
  }

  @Test func `cancelling a timer that has fired does not cancel its successor`() throws {
    let old = loop.at(past) { log.write("old") }
    loop.takeTurn()
    loop.at(past) { log.write("successor") }

    loop.cancel(old)
    loop.takeTurn()

    #expect(log.entries == ["old", "successor"])
  }

  @Test func `a cancelled timer releases its callback at once`() throws {
    let trace = Trace()
    let timer = loop.after(.seconds(3600), trace.callback())
    #expect(loop.timerCount == 1)

    loop.cancel(timer)

    #expect(loop.timerCount == 0)
    #expect(trace.isGone)
  }

  @Test func `ten thousand timers use one kernel timer`() throws {
    let before = try loop.kernelWatchCount

    let timers = (0..<10_000).map { loop.after(.seconds(3600 + ($0 * 7919) % 10_000)) {} }
    #expect(loop.timerCount == 10_000)
    #expect(try loop.kernelWatchCount == before)

    timers.forEach(loop.cancel)
    #expect(loop.timerCount == 0)
  }

  @Test func `a loop without timers disarms the kernel's timer before it sleeps`() throws {
    let timer = loop.after(.seconds(3600)) {}
    try loop.sleepAndWake()
    #expect(loop.isKernelTimerArmed)

    loop.cancel(timer)
    try loop.sleepAndWake()

    #expect(!loop.isKernelTimerArmed)
  }

  @Test func `an expired kernel timer is set again for the same deadline`() throws {
    var timer = try KernelTimer()
    timer.arm(for: .distantFuture)

    timer.expired()
    timer.arm(for: .distantFuture)

    #expect(timer.armingCount == 2)
  }

  @Test func `the kernel's timer is set only before a sleep, and only for a new earliest deadline`() throws {
    loop.after(.seconds(3600)) {}
    loop.takeTurn()
    #expect(loop.armingCount == 0)

    try loop.sleepAndWake()
    #expect(loop.armingCount == 1)

    loop.after(.seconds(7200)) {}
    loop.cancel(loop.after(.seconds(1800)) {})
    try loop.sleepAndWake()
    #expect(loop.armingCount == 1)

    loop.after(.seconds(1800)) {}
    try loop.sleepAndWake()
    #expect(loop.armingCount == 2)
  }
}
