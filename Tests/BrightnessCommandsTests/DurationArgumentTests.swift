import BrightnessModel
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct DurationArgumentTests {
  @Test(arguments: [
    ("200ms", Duration.milliseconds(200)), ("90s", .seconds(90)), ("10m", .seconds(600)), ("1h30m", .seconds(5400)),
    ("1d", .seconds(86_400)), ("1d2h3m4s5ms", .milliseconds(93_784_005)), ("0h1s", .seconds(1)),
  ])
  func `a time is whole numbers with units in descending order`(word: String, duration: Duration) throws {
    #expect(try TimeRange.limit.duration(word) == duration)
  }

  @Test(arguments: [
    "", "10", "m", "1.5h", "-5m", "+5m", "10 m", "10m ", "1m1h", "1m1m", "10min", "1w", "٣m", "1M",
  ])
  func `any other word is refused with the form of a time`(word: String) {
    let error = UsageError.unexpectedWord(word, expected: "a time such as 200ms, 90s, 10m or 1h30m")

    #expect(throws: error) { try TimeRange.limit.duration(word) }
  }

  @Test(arguments: [
    (TimeRange.fade, "1h1ms", "a time from 0s to 1h"), (.limit, "0s", "a time from 1ms to 30d"),
    (.limit, "30d1ms", "a time from 1ms to 30d"), (.limit, "99999999999999999999s", "a time from 1ms to 30d"),
    (.limit, "9223372036854775807d", "a time from 1ms to 30d"),
  ])
  func `a time out of range is refused with the range`(range: TimeRange, word: String, expected: String) {
    #expect(throws: UsageError.unexpectedWord(word, expected: expected)) { try range.duration(word) }
  }

  @Test func `the ends of a range are in it, and a fade may take no time`() throws {
    #expect(try TimeRange.fade.duration("0s") == .zero)
    #expect(try TimeRange.fade.duration("1h") == SessionLimits.longestFade)
    #expect(try TimeRange.limit.duration("1ms") == .milliseconds(1))
    #expect(try TimeRange.limit.duration("30d") == SessionLimits.longestTime)
  }

  @Test(
    arguments: [
      (TimeRange.limit, "10min", "10m"), (.limit, "10", "10s"), (.limit, "90 sec", "90s"),
      (.limit, "2 Hours", "2h"),
      (.limit, "1.5h", "1h30m"), (.limit, "1M", "1m"), (.fade, "200", "200ms"), (.fade, "0.5s", "500ms"),
      (.fade, "0", "0s"), (.fade, "2hours", nil), (.limit, "0", nil), (.limit, "1w", nil),
      (.limit, "soon", nil), (.limit, "1.0001ms", nil), (.limit, "99999999999999999999", nil), (.limit, "10m", nil),
    ] as [(TimeRange, String, String?)]
  )
  func `a time that is written in another way is understood`(range: TimeRange, word: String, meant: String?) {
    #expect(range.meant(by: word) == meant)
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.milliseconds(900), "0s"), (.seconds(12), "12s"), (.seconds(60), "1m"),
    (.seconds(61), "1m1s"), (.seconds(5400), "1h30m"), (.seconds(3601), "1h"), (.seconds(93_784), "1d2h"),
  ])
  func `a time is shown in its two largest units`(duration: Duration, text: String) {
    #expect(duration.short == text)
  }
}
