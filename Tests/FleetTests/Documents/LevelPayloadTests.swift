import Fleet
import Testing

@Suite struct LevelPayloadTests {
  @Test(
    arguments: [
      ("40", 40), ("40%", 40), ("40.5", 40.5), ("100", 100), (#"{"percent":40}"#, 40), (#" {"percent":40}"#, nil),
      // The daemon raises it to the floor of the light.
      ("0", 0), (#"{"percent":0}"#, 0),
    ] as [(String, Double?)]
  )
  func `reads a percentage`(payload: String, percent: Double?) {
    let level = try? LevelPayload(Array(payload.utf8))

    #expect(level?.percent == percent)
    #expect(level?.fade == nil)
  }

  @Test func `reads a fade`() throws {
    let level = try LevelPayload(Array(#"{"percent":40,"fadeMilliseconds":500}"#.utf8))

    #expect(level == LevelPayload(percent: 40, fade: .milliseconds(500)))
  }

  @Test(arguments: [
    ("", "expected a percentage such as 40 or 40%, found ''"),
    ("%", "expected a percentage such as 40 or 40%, found '%'"),
    ("-1", "expected a percentage such as 40 or 40%, found '-1'"),
    ("+5", "expected a percentage such as 40 or 40%, found '+5'"),
    ("101", "expected a percentage such as 40 or 40%, found '101'"),
    ("1e9", "expected a percentage such as 40 or 40%, found '1e9'"),
    ("NaN", "expected a percentage such as 40 or 40%, found 'NaN'"),
    ("OFF", "expected a percentage such as 40 or 40%, found 'OFF'"),
    ("40\n", #"expected a percentage such as 40 or 40%, found '40\n'"#),
    ("{", "cannot read 'JSON at byte 1': it ends too early"),
    (#"{"percent":-1}"#, "expected a percentage from 0 to 100, found -1.0"),
    (#"{"percent":101}"#, "expected a percentage from 0 to 100, found 101.0"),
    (#"{"percent":1e9}"#, "expected a percentage from 0 to 100, found 1000000000.0"),
    (#"{"percent":NaN}"#, "cannot read 'JSON at byte 11': 'N' is not expected here"),
    (#"{"percent":"40"}"#, "cannot read 'percent': expected a number, found '40'"),
    (#"{"changePercent":5}"#, "cannot read 'percent': it is missing"),
    (#"{"percent":5,"allowOff":true}"#, "cannot read 'allowOff': there is no such field"),
    (
      #"{"percent":5,"fadeMilliseconds":3600001}"#,
      "cannot push 'fade': expected at most an hour, found 3600.001 seconds"
    ),
  ])
  func `refuses everything else, and says why`(payload: String, reason: String) {
    let refusal = #expect(throws: Refusal.self) { try LevelPayload(Array(payload.utf8)) }

    #expect(refusal?.description == reason)
  }

  @Test func `refuses a payload that is long`() {
    let payload = Array(repeating: UInt8(ascii: "4"), count: 5000)

    #expect(throws: Refusal.tooLong(bytes: 5000, limit: 256)) { try LevelPayload(payload) }
  }
}
