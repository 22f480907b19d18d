@testable import BrightnessEventLoop

import Testing

@Suite struct FairnessTests {
  @Test func `busy descriptors, timers and jobs are served in turns`() throws {
    let loop = try EventLoop()
    let log = Log(of: String.self)
    let first = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in log.write("first") }
    let second = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in log.write("second") }
    Self.keepSettingDeadlines(on: loop, log)
    let jobs = Counter()
    Self.keepAddingJobs(to: loop, jobs)
    loop.perform { log.write("job") }

    loop.takeTurn()
    loop.perform { log.write("job") }
    loop.takeTurn()

    #expect(log.entries == ["first", "second", "deadline", "job", "first", "second", "deadline", "job"])
    #expect(jobs.value == 2 * EventLoop.shareOfTurn - 4)
    _ = consume first
    _ = consume second
  }

  @Test(arguments: [true, false])
  func `a turn runs at most 256 jobs, or fires as many timers, and loses none`(areTimers: Bool) throws {
    let loop = try EventLoop()
    let calls = Counter()
    let deadline = LoopClock.Instant.now
    for _ in 0..<300 {
      if areTimers { loop.at(deadline) { calls.increment() } } else { loop.perform { calls.increment() } }
    }

    loop.takeTurn()
    #expect(calls.value == 256)

    loop.takeTurn()
    #expect(calls.value == 300)
  }

  @Test func `jobs that keep coming beyond the time of a turn wait for the descriptors, in their order`() throws {
    let loop = try EventLoop(timePerTurn: .zero)
    let log = Log(of: String.self)
    let watch = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in log.write("descriptor") }
    loop.perform {
      log.write("first")
      loop.perform { log.write("fourth") }
    }
    for name in ["second", "third"] { loop.perform { log.write(name) } }

    for _ in 0..<4 { loop.turn() }

    #expect(log.entries == ["first", "second", "third", "fourth"].flatMap { ["descriptor", $0] })
    _ = consume watch
  }

  @Test func `more ready descriptors than one wait returns are served in rotation`() throws {
    let loop = try EventLoop()
    let log = Log(of: Int.self)
    let watches = try (0..<96).map { name in
      Box(try loop.watch(try Descriptor.counter(1), for: .readable) { _ in log.write(name) })
    }

    for _ in 0..<3 { loop.takeTurn() }

    #expect(log.entries == Array(0..<96) + Array(0..<96))
    withExtendedLifetime(watches) {}
  }

  @Test func `a timer set by a timer waits for the next turn`() throws {
    let loop = try EventLoop()
    let log = Log(of: String.self)
    loop.at(.now) {
      loop.at(.now) { log.write("inner") }
      log.write("outer")
    }

    loop.takeTurn()
    #expect(log.entries == ["outer"])

    loop.takeTurn()
    #expect(log.entries == ["outer", "inner"])
  }

  private static func keepSettingDeadlines(on loop: EventLoop, _ log: Log<String>) {
    loop.at(LoopClock.Instant(nanoseconds: 0)) { [weak loop] in
      log.write("deadline")
      guard let loop else { return }
      keepSettingDeadlines(on: loop, log)
    }
  }

  private static func keepAddingJobs(to loop: EventLoop, _ count: Counter) {
    loop.perform { [weak loop] in
      count.increment()
      guard let loop else { return }
      keepAddingJobs(to: loop, count)
    }
  }
}
