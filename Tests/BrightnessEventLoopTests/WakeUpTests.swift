@testable import BrightnessEventLoop

import Synchronization
import Testing

@Suite struct WakeUpTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func `a job added by a descriptor's callback sends no wake-up`() throws {
    let watch = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in
      loop.perform { loop.stop() }
    }

    loop.turn()

    #expect(try loop.wakeUp.takeCount() == 0)
    _ = consume watch
  }

  @Test func `setting an alarm does not wake the loop`() throws {
    let alarm = try Alarm(on: loop) {}
    let isAsleep = loop.jobs.withLock { $0.fallAsleep() }

    OtherThread { alarm.set(after: .seconds(3600)) }.join()

    #expect(isAsleep)
    #expect(try loop.wakeUp.takeCount() == 0)
  }

  @Test func `many jobs send one wake-up to a sleeping loop`() throws {
    let isAsleep = loop.jobs.withLock { $0.fallAsleep() }

    OtherThread { for _ in 1...1000 { loop.perform {} } }.join()

    #expect(isAsleep)
    #expect(try loop.wakeUp.takeCount() == 1)
  }

  @Test func `a wake-up is reported once without being read`() throws {
    let log = Log(of: WatchToken.self)

    loop.wakeUp.send()
    for _ in 1...2 { loop.epoll.wait(forEver: false) { token, _ in log.write(token) } }

    #expect(log.entries == [.wakeUp])
  }

  @Test(arguments: [true, false])
  func `a loop with a stop request or a queued job does not fall asleep`(isStop: Bool) {
    var queue = JobQueue()

    _ = isStop ? queue.requestStop() : queue.append(.closure {})
    let isAsleep = queue.fallAsleep()

    #expect(!isAsleep)
  }
  @Test func `jobs of many threads all run, each thread's in order`() throws {
    let logs = [Log(of: Int.self), Log(of: Int.self)]
    let finished = Counter()
    let send: @Sendable (Log<Int>) -> Void = { log in
      for number in 1...500 { loop.perform { log.write(number) } }
      loop.perform { if finished.increment() == 2 { loop.stop() } }
    }

    let first = OtherThread { send(logs[0]) }
    let second = OtherThread { send(logs[1]) }
    loop.run()
    first.join()
    second.join()

    #expect(logs[0].entries == Array(1...500))
    #expect(logs[1].entries == Array(1...500))
  }

  @Test func `stop ends a sleeping loop from another thread`() throws {
    let thread = OtherThread { loop.stop() }
    loop.run()
    thread.join()

    #expect(loop.timerCount == 0)
  }

  @Test func `jobs left over after a stop wait for the next run`() throws {
    let log = Log(of: String.self)
    loop.stop()
    for _ in 0..<EventLoop.shareOfTurn { loop.perform {} }
    loop.perform { log.write("second run") }

    loop.run()
    log.write("between")
    loop.stop()
    loop.run()

    #expect(log.entries == ["between", "second run"])
  }
}

extension WakeUp {
  fileprivate func takeCount() throws(SystemError) -> UInt64 {
    var count: UInt64 = 0
    _ = try withUnsafeMutableBytes(of: &count) { (bytes) throws(SystemError) in try descriptor.read(into: bytes) }
    return count
  }
}
