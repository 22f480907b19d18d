import CommandLines
import ControlAPI
import Testing

@testable import Commands

@Suite struct LevelWordTests {
  @Test func `each form is read as what it says`() throws {
    #expect(try LightsInterface.Level(word: "40%") == .percent(40))
    #expect(try LightsInterface.Level(word: "0%") == .percent(0))
    #expect(try LightsInterface.Level(word: "040.50%") == .percent(40.5))
    #expect(try LightsInterface.Level(word: "0.000001%") == .percent(0.000001))
    #expect(try LightsInterface.Level(word: "+5%") == .changePercent(5))
    #expect(try LightsInterface.Level(word: "-5.25%") == .changePercent(-5.25))
    #expect(try LightsInterface.Level(word: "raw:0010") == .raw(10))
    #expect(try LightsInterface.Level(word: "raw:0") == .raw(0))
    #expect(try LightsInterface.Level(word: "raw:+1") == .changeRaw(1))
    #expect(try LightsInterface.Level(word: "raw:-3") == .changeRaw(-3))
    #expect(try LightsInterface.Level(word: "max") == .percent(100))
    #expect(try LightsInterface.Level(word: "min") == .percent(0))
  }

  @Test(arguments: ["", "bright", "MAX", " 40%", "%", ".5%", "++5%", "٤٠%", "raw"])
  func `what is no level at all is refused with the forms there are`(word: String) {
    expect(word, "a level such as 40%, 50.5%, +5%, -5%, raw:1234, raw:+1, max or min")
  }

  @Test(arguments: [
    "50bogus", "50", "50.5", "40 %", "40%%", "40.%", "4.0.0%", "50,5%", "0x10%", "1e1%", "40% ", "-5x",
  ])
  func `what begins like a percentage is refused with what one is`(word: String) {
    expect(word, "a percentage such as 40%, 50.5%, +5% or -5%")
  }

  @Test(arguments: ["raw:", "raw:+", "raw:0x10", "raw:1.5", "raw: 1", "raw:1%", "raw:--1"])
  func `what begins like a raw value is refused with what one is`(word: String) {
    expect(word, "a raw value such as raw:1234, raw:+1 or raw:-1")
  }

  @Test(arguments: [
    ("150%", "a percentage from 0 to 100"), ("100.000001%", "a percentage from 0 to 100"),
    ("-101%", "a percentage from 0 to 100"), ("99999999999999999999999999%", "a percentage from 0 to 100"),
    ("1.0000001%", "at most six decimals"), ("+0%", "a step above zero"), ("-0.0%", "a step above zero"),
    ("raw:+0", "a step above zero"), ("raw:2147483648", "a raw value from 0 to 2147483647"),
    ("raw:99999999999999999999999", "a raw value from 0 to 2147483647"),
  ])
  func `a number that no light could show is refused with the bounds`(word: String, expected: String) {
    expect(word, expected)
  }

  @Test func `a refusal is one line, however strange the word is`() {
    expect("40%\n\u{1B}[2J", "a percentage such as 40%, 50.5%, +5% or -5%", shown: "40%\\n\\u{1B}[2J")
    expect(
      String(repeating: "x", count: 99),
      "\(LevelExpectation.level)",
      shown: String(repeating: "x", count: 40) + "…"
    )
  }

  @Test func `a step of up and down has no direction of its own`() throws {
    #expect(try LightsInterface.Level(step: "5%", isDown: false) == .changePercent(5))
    #expect(try LightsInterface.Level(step: "0.5%", isDown: true) == .changePercent(-0.5))
    #expect(try LightsInterface.Level(step: "raw:10", isDown: true) == .changeRaw(-10))
  }

  @Test(arguments: ["+5%", "-5%", "0%", "raw:0", "raw:+1", "max", "min"])
  func `what is no step of up and down is refused`(word: String) {
    #expect(throws: UsageError.unexpectedWord(word, expected: "a step such as 5% or raw:10")) {
      try LightsInterface.Level(step: word, isDown: false)
    }
  }

  private func expect(_ word: String, _ expected: String, shown: String? = nil, at: SourceLocation = #_sourceLocation) {
    #expect(throws: UsageError.unexpectedWord(shown ?? word, expected: expected), sourceLocation: at) {
      try LightsInterface.Level(word: word)
    }
  }
}
