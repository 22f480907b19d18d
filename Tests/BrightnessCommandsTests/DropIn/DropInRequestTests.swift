import BrightnessControl
import CommandLines
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct DropInRequestTests {
  @Test(arguments: [
    ["-mqn5", "-dpanel", "set", "5%-"], ["set", "5%-", "-m", "-q", "-n", "5", "-d", "panel"],
    ["--machine", "--quiet", "--min=5", "s", "5%-", "--device", "panel"],
    ["-mq", "-n=5", "--device=panel", "--", "se", "-5%"],
  ])
  func `options may be combined, shortened and in any order`(words: [String]) throws {
    let call = DropInCall.with {
      $0.operation = .set(.changePercent(-5))
      ($0.isMachineReadable, $0.isQuiet, $0.minimum, $0.device) = (true, true, 5, "panel")
    }

    #expect(try DropInCall(words) == call)
  }

  @Test func `optional numbers have defaults`() throws {
    let call = DropInCall.with { ($0.minimum, $0.exponent, $0.operation) = (1, 4, .get) }

    #expect(try DropInCall(["-n", "-e", "get"]) == call)
  }

  @Test(arguments: [[], [""], ["", ""]])
  func `empty words at the end are ignored`(words: [String]) throws {
    #expect(try DropInCall(["s", "40%"] + words) == .with { $0.operation = .set(.percent(40)) })
    #expect(try DropInCall(words) == DropInCall())
  }

  @Test(arguments: ["-P", "--percentage"])
  func `the level in percent is asked for as in the newest brightnessctl`(option: String) throws {
    #expect(try DropInCall([option, "get"]) == .with { ($0.isPercentage, $0.operation) = (true, .get) })
  }

  @Test(arguments: [
    ("50%", LightsInterface.Level.percent(50)), ("50.5%", .percent(50.5)), ("120%", .percent(100)),
    ("0", .raw(0)), ("500", .raw(500)), ("+10", .changeRaw(10)),
    ("10+", .changeRaw(10)), ("-10", .changeRaw(-10)), ("10-", .changeRaw(-10)),
    ("+10%", .changePercent(10)), ("10%-", .changePercent(-10)),
    // Shells that do not round send what JavaScript computes: 0.0226 * 19200, and 0.57 * 100.
    ("433.92", .raw(433)), ("+10.5", .changeRaw(10)), ("10.5-", .changeRaw(-10)), ("0.5", .raw(0)),
    ("56.99999999999999%", .percent(56.999999)), ("+7.000000000000001%", .changePercent(7)),
  ])
  func `a value is read as a level or a change`(word: String, value: LightsInterface.Level) throws {
    #expect(try LightsInterface.Level(dropIn: word) == value)
  }

  @Test(arguments: [
    "", "%", "+", "-", "+-5", "+5-", "5%+-", "5.", ".5", "5.5.5", "5.x", "50bogus", "0x10", "1e3", " 50%", "50%%", "+0",
    "+0.5", "0%-", "٥", "5.%",
    "99999999999999999999",
  ])
  func `any other value is refused`(word: String) {
    #expect(throws: UsageError.self) { try LightsInterface.Level(dropIn: word) }
  }

  @Test(arguments: [
    (["-x"], UsageError.unknownOption("-x")), (["--m"], .unknownOption("--m")),
    (["--help=5"], .unexpectedValue("--help", "5")),
    (["-mc"], .missingValue("-c", expected: "backlight or leds")),
    (["get", "set"], .unexpectedWord("set", expected: "no more arguments")),
    (["-e0"], .wrongValue("--exponent", "0", expected: "a number above 0")),
    (["-n-1"], .wrongValue("--min-value", "-1", expected: "a number of steps")),
    (["get", "", "x"], .unexpectedWord("", expected: "no more arguments")), (["sets", "5"], .unknownVerb("sets")),
    (["set"], .missingValue("set", expected: "a value such as 50% or +10%")),
    (["set", ""], .missingValue("set", expected: "a value such as 50% or +10%")),
  ])
  func `an invalid command line is refused with the reason`(words: [String], error: UsageError) {
    #expect(throws: error) { try DropInCall(words) }
  }
}

extension DropInCall {
  fileprivate static func with(_ change: (inout DropInCall) -> Void) -> DropInCall {
    var call = DropInCall()
    change(&call)
    return call
  }
}
