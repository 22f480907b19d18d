@testable import BrightnessEventLoop

import Testing

@Suite struct AlarmTests {
  private let loop: EventLoop
  private let log = Log(of: String.self)

  init() throws { loop = try EventLoop() }

  @Test func `an alarm that another thread sets rings on the loop, and not early`() throws {
    let alarm = try Alarm(on: loop) {
      log.write(loop.isOnLoop ? "rings" : "rings elsewhere")
      loop.stop()
    }
    let start = LoopClock.Instant.now

    OtherThread { alarm.set(after: .milliseconds(20)) }.join()
    loop.run()

    #expect(log.entries == ["rings"])
    #expect(start.duration(to: .now) >= .milliseconds(20))
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
  func `an alarm that is due rings once`(duration: Duration) throws {
    let alarm = try Alarm(on: loop) {
      log.write("rings")
      loop.stop()
    }

    alarm.set(after: duration)
    loop.run()
    loop.takeTurn()

    #expect(log.entries == ["rings"])
  }

  @Test func `an alarm can be set again, before and after it rang`() throws {
    let alarm = try Alarm(on: loop) {
      log.write("rings")
      loop.stop()
    }

    alarm.set(after: .seconds(3600))
    for _ in 1...2 {
      alarm.set(after: .zero)
      loop.run()
    }

    #expect(log.entries == ["rings", "rings"])
  }

  @Test(arguments: [nil, Duration.seconds(3600)])
  func `an alarm that is set anew as it rings does not ring`(duration: Duration?) throws {
    let alarm = try Alarm(on: loop) { log.write("rings") }

    alarm.set(after: .zero)
    alarm.set(after: duration)
    loop.takeTurn()

    #expect(log.entries == [])
  }
}
