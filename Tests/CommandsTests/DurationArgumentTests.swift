import CommandLines
import Testing

@testable import Commands

@Suite struct DurationArgumentTests {
  @Test(arguments: [
    ("200ms", Duration.milliseconds(200)), ("90s", .seconds(90)), ("10m", .seconds(600)), ("1h30m", .seconds(5400)),
    ("1d", .seconds(86_400)), ("1d2h3m4s5ms", .milliseconds(93_784_005)), ("0h1s", .seconds(1)),
  ])
  func `a time is whole numbers with units in descending order`(word: String, duration: Duration) throws {
    #expect(try Duration(argument: word) == duration)
  }

  @Test(arguments: [
    "", "10", "m", "1.5h", "-5m", "+5m", "10 m", "10m ", "1m1h", "1m1m", "10min", "0s", "1w", "٣m", "1M",
    "9223372036854775807d", "99999999999999999999s",
  ])
  func `any other time is refused with what was expected`(word: String) {
    let error = UsageError.unexpectedWord(word, expected: "a time such as 200ms, 90s, 10m or 1h30m")

    #expect(throws: error) { try Duration(argument: word) }
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.milliseconds(900), "0s"), (.seconds(12), "12s"), (.seconds(60), "1m"),
    (.seconds(61), "1m1s"), (.seconds(5400), "1h30m"), (.seconds(3601), "1h"), (.seconds(93_784), "1d2h"),
  ])
  func `a time is shown in its two largest units`(duration: Duration, text: String) {
    #expect(duration.short == text)
  }
}
