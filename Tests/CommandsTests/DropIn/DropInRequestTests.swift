import CommandLines
import Testing

@testable import Commands

@Suite struct DropInRequestTests {
  @Test(arguments: [
    ["-mqn5", "-dpanel", "set", "5%-"], ["set", "5%-", "-m", "-q", "-n", "5", "-d", "panel"],
    ["--machine", "--quiet", "--min=5", "s", "5%-", "--device", "panel"],
    ["-mq", "-n=5", "--device=panel", "--", "se", "-5%"],
  ])
  func `one call is written in many ways`(words: [String]) throws {
    let call = DropInCall.with {
      $0.operation = .set(DropInValue(.percent(5), .down))
      ($0.isForMachines, $0.isQuiet, $0.minimum, $0.choice.name) = (true, true, 5, "panel")
    }

    #expect(try DropInRequest(words) == .run(call))
  }

  @Test func `numbers that may be left out have usual values`() throws {
    let call = DropInCall.with { ($0.minimum, $0.exponent, $0.operation) = (1, 4, .get) }

    #expect(try DropInRequest(["-n", "-e", "get"]) == .run(call))
  }

  @Test(arguments: [
    ("50%", DropInValue(.percent(50))), ("50.5%", DropInValue(.percent(50.5))), ("120%", DropInValue(.percent(100))),
    ("0", DropInValue(.raw(0))), ("500", DropInValue(.raw(500))), ("+10", DropInValue(.raw(10), .up)),
    ("10+", DropInValue(.raw(10), .up)), ("-10", DropInValue(.raw(10), .down)), ("10-", DropInValue(.raw(10), .down)),
    ("+10%", DropInValue(.percent(10), .up)), ("10%-", DropInValue(.percent(10), .down)),
  ])
  func `a value is an amount and a direction`(word: String, value: DropInValue) throws {
    #expect(try DropInValue(word: word) == value)
  }

  @Test(arguments: [
    "", "%", "+", "-", "+-5", "+5-", "5%+-", "5.5", "50bogus", "0x10", "1e3", " 50%", "50%%", "+0", "0%-", "٥", "5.%",
    "99999999999999999999",
  ])
  func `what is no value is refused`(word: String) {
    #expect(throws: UsageError.self) { try DropInValue(word: word) }
  }

  @Test(arguments: [
    (["-x"], UsageError.unknownOption("-x")), (["--m"], .unknownOption("--m")),
    (["--help=5"], .unexpectedValue("--help", "5")),
    (["-mc"], .missingValue("-c", expected: "backlight or leds")),
    (["get", "set"], .unexpectedWord("set", expected: "no more words")),
    (["-e0"], .wrongValue("--exponent", "0", expected: "a number above 0")),
    (["-n-1"], .wrongValue("--min-value", "-1", expected: "a number of the light's own steps")),
    ([""], .unknownVerb("")), (["sets", "5"], .unknownVerb("sets")),
    (["set"], .missingValue("set", expected: "a value such as 50% or +10%")),
  ])
  func `what cannot be followed is refused with the reason`(words: [String], error: UsageError) {
    #expect(throws: error) { try DropInRequest(words) }
  }
}

extension DropInCall {
  fileprivate static func with(_ change: (inout DropInCall) -> Void) -> DropInCall {
    var call = DropInCall()
    change(&call)
    return call
  }
}
