import Brightness
import Testing

@Suite struct LevelTextTests {
  @Test(arguments: [
    "40%", "0%", "100%", "50.5%", "0.000001%", "+5%", "-5%", "+0.5%", "raw:1234", "raw:0", "raw:+1", "raw:-1", "max",
    "min",
  ])
  func `a level is written as it is read`(text: String) throws {
    #expect(try "\(Level(text))" == text)
  }

  @Test func `each form is read as what it says`() throws {
    #expect(try Level("40%") == .share(percent(40)))
    #expect(try Level("040.50%") == .share(percent(40.5)))
    #expect(try Level("+5%") == .up(.share(percent(5))))
    #expect(try Level("-5.25%") == .down(.share(percent(5.25))))
    #expect(try Level("raw:0010") == .raw(10))
    #expect(try Level("raw:-3") == .down(.raw(3)))
    #expect(try Level("max") == .maximum)
    #expect(try Level("min") == .minimum)
  }

  @Test(arguments: [
    ("", "level"), ("bright", "level"), ("MAX", "level"), (" 40%", "level"), ("%", "level"), (".5%", "level"),
    ("++5%", "level"),
    ("٤٠%", "level"), ("raw", "level"), ("50bogus", "percent"), ("50", "percent"), ("50.5", "percent"),
    ("40 %", "percent"),
    ("40%%", "percent"), ("40.%", "percent"), ("4.0.0%", "percent"), ("50,5%", "percent"), ("0x10%", "percent"),
    ("1e1%", "percent"),
    ("40% ", "percent"), ("40%\0", "percent"), ("raw:", "raw"), ("raw:+", "raw"), ("raw:0x10", "raw"),
    ("raw:1.5", "raw"),
    ("raw: 1", "raw"), ("raw:1%", "raw"), ("raw:--1", "raw"),
  ])
  func `anything else is refused, with what was expected`(text: String, expected: String) throws {
    let expectation: LevelError.Expectation =
      switch expected {
      case "level": .level
      case "percent": .percent
      default: .rawNumber
      }

    #expect(throws: LevelError.unreadable(text, expectation)) { try Level(text) }
  }

  @Test(arguments: [
    ("150%", LevelError.Expectation.percentInRange), ("100.000001%", .percentInRange), ("-101%", .percentInRange),
    ("99999999999999999999999999%", .percentInRange), ("1.0000001%", .decimals), ("+0%", .step), ("-0.0%", .step),
    ("raw:+0", .step), ("raw:2147483648", .rawInRange), ("raw:99999999999999999999999", .rawInRange),
  ])
  func `a number that no light could show is refused, with the bounds`(text: String, expected: LevelError.Expectation) {
    #expect(throws: LevelError.unreadable(text, expected)) { try Level(text) }
  }

  @Test func `a refusal is one line that shows what was found`() {
    #expect(
      "\(LevelError.unreadable("50bogus", .percent))"
        == "cannot read '50bogus': expected a percentage such as 40%, 50.5%, +5% or -5%"
    )
    #expect("\(LevelError.unreadable("a\n\u{1B}b", .percent))".hasPrefix("cannot read 'a\\n\\u{1B}b': "))
    #expect("\(LevelError.unreadable(String(repeating: "9", count: 500), .percent))".count < 120)
    #expect("\(LevelError.percentOutOfRange(150))" == "cannot use '150.0': expected a percentage from 0 to 100")
    #expect(
      "\(LevelError.rawOutOfRange(256, maximum: 255))"
        == "cannot set 'raw:256': expected a raw value from 0 to 255 on this light"
    )
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.1, 100.1, .greatestFiniteMagnitude])
  func `a number that is no percentage is refused`(number: Double) {
    #expect(throws: LevelError.self) { try Share(percent: number) }
    #expect(throws: LevelError.self) { try Level.change(percent: number * 2000) }
  }

  @Test func `a change by a number is a step up or down`() throws {
    #expect(try Level.change(percent: 5.5) == .up(.share(percent(5.5))))
    #expect(try Level.change(percent: -5) == .down(.share(percent(5))))
    #expect(try Level.change(raw: .min) == .down(.raw(.max)))
    #expect(throws: LevelError.stepOfNothing) { try Level.change(percent: 0) }
    #expect(throws: LevelError.stepOfNothing) { try Level.change(percent: 0.0000001) }
    #expect(throws: LevelError.stepOfNothing) { try Level.change(raw: 0) }
  }
}
