import BrightnessControl
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct LevelArgumentTests {
  @Test(arguments: [
    ("40%", LightsInterface.Level.percent(40)), ("0%", .percent(0)), ("040.50%", .percent(40.5)),
    ("0.000001%", .percent(0.000001)), ("+5%", .changePercent(5)), ("-5.25%", .changePercent(-5.25)),
    ("raw:0010", .raw(10)), ("raw:0", .raw(0)), ("raw:+1", .changeRaw(1)), ("raw:-3", .changeRaw(-3)),
    ("max", .percent(100)), ("min", .percent(0)),
  ])
  func `each form of a level is read`(word: String, level: LightsInterface.Level) throws {
    #expect(try LightsInterface.Level(argument: word) == level)
  }

  @Test(arguments: ["", "bright", "MAX", " 40%", "%", ".5%", "++5%", "٤٠%", "raw"])
  func `a word that is no level is refused with all forms`(word: String) {
    expect(word, "a level such as 40%, 50.5%, +5%, -5%, raw:1234, raw:+1, max or min")
  }

  @Test(arguments: [
    "50bogus", "50", "50.5", "40 %", "40%%", "40.%", "4.0.0%", "50,5%", "0x10%", "1e1%", "40% ", "-5x",
  ])
  func `an invalid percentage is refused with the forms of a percentage`(word: String) {
    expect(word, "a percentage such as 40%, 50.5%, +5% or -5%")
  }

  @Test(arguments: ["raw:", "raw:+", "raw:0x10", "raw:1.5", "raw: 1", "raw:1%", "raw:--1"])
  func `an invalid raw value is refused with the forms of a raw value`(word: String) {
    expect(word, "a raw value such as raw:1234, raw:+1 or raw:-1")
  }

  @Test(arguments: [
    ("150%", "a percentage from 0 to 100"), ("100.000001%", "a percentage from 0 to 100"),
    ("-101%", "a percentage from 0 to 100"), ("99999999999999999999999999%", "a percentage from 0 to 100"),
    ("1.0000001%", "at most six decimals"), ("+0%", "a step above zero"), ("-0.0%", "a step above zero"),
    ("raw:+0", "a step above zero"), ("raw:2147483648", "a raw value from 0 to 2147483647"),
    ("raw:99999999999999999999999", "a raw value from 0 to 2147483647"),
  ])
  func `a number out of range is refused with the bounds`(word: String, expected: String) {
    expect(word, expected)
  }

  @Test func `an error is one line even for control characters and long words`() {
    expect("40%\n\u{1B}[2J", "a percentage such as 40%, 50.5%, +5% or -5%", shown: "40%\\n\\u{1B}[2J")
    expect(
      String(repeating: "x", count: 99),
      "\(LevelSyntaxError.level)",
      shown: String(repeating: "x", count: 40) + "…"
    )
  }

  @Test func `up and down set the direction of a step`() throws {
    #expect(try LightsInterface.Level(step: "5%", isDown: false) == .changePercent(5))
    #expect(try LightsInterface.Level(step: "0.5%", isDown: true) == .changePercent(-0.5))
    #expect(try LightsInterface.Level(step: "raw:10", isDown: true) == .changeRaw(-10))
  }

  @Test(arguments: ["+5%", "-5%", "0%", "raw:0", "raw:+1", "raw:x", "max", "min"])
  func `a step with a direction, and one that is none, is refused by up and down`(word: String) {
    #expect(throws: UsageError.unexpectedWord(word, expected: "a step such as 5% or raw:10")) {
      try LightsInterface.Level(step: word, isDown: false)
    }
  }

  private func expect(_ word: String, _ expected: String, shown: String? = nil, at: SourceLocation = #_sourceLocation) {
    #expect(throws: UsageError.unexpectedWord(shown ?? word, expected: expected), sourceLocation: at) {
      try LightsInterface.Level(argument: word)
    }
  }
}
