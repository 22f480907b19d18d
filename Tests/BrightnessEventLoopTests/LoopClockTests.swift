@testable import BrightnessEventLoop

import Testing

@Suite struct LoopClockTests {
  let start = LoopClock.Instant(nanoseconds: 1_000_000_000)

  @Test func `time since boot counts suspend and never runs back`() {
    let first = LoopClock.Instant.now
    let second = LoopClock.Instant.now

    #expect(first <= second)
    #expect(LoopClock.suspended >= .zero)
  }

  @Test(arguments: [(Duration.milliseconds(5), Int64(1_005_000_000)), (.seconds(-1), 0), (.zero, 1_000_000_000)])
  func `an instant is moved by a duration`(duration: Duration, nanoseconds: Int64) {
    let moved = start.advanced(by: duration)

    #expect(moved.nanoseconds == nanoseconds)
    #expect(start.duration(to: moved) == duration)
  }

  @Test func `a fraction of a nanosecond makes a deadline later, not earlier`() {
    let moved = start.advanced(by: Duration(secondsComponent: 0, attosecondsComponent: 1))

    #expect(moved.nanoseconds == 1_000_000_001)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000)])
  func `an instant beyond the end of time is the end of time`(duration: Duration) {
    #expect(start.advanced(by: duration) == .distantFuture)
    #expect(start.advanced(by: .zero - duration).nanoseconds < 0)
  }
}
