import BrightnessControl
import BrightnessVarlink
import InterfaceChecks
import Testing

@Suite struct LevelTests {
  @Test(arguments: [
    (#"{"percent":37.5}"#, LightsInterface.Level.percent(37.5)), (#"{"changePercent":-5}"#, .changePercent(-5)),
    (#"{"raw":2147483647}"#, .raw(2_147_483_647)), (#"{"changeRaw":-1,"raw":null}"#, .changeRaw(-1)),
  ])
  func `a level is read from its one field`(text: String, level: LightsInterface.Level) throws {
    #expect(try set(text).level == level)
  }

  @Test(arguments: [
    ("{}", "level"), (#"{"percent":null}"#, "level"), (#"{"percent":1,"raw":1}"#, "raw"),
    (#"{"changeRaw":1,"changePercent":1}"#, "changeRaw"),
    (#"{"percent":1,"changePercent":1,"raw":1,"changeRaw":1}"#, "changePercent"), (#"{"raw":1.5}"#, "raw"),
    (#"{"raw":9223372036854775808}"#, "raw"), (#"{"percent":1,"raw":"1"}"#, "raw"), (#"{"percent":1,"Raw":1}"#, "Raw"),
    ("37", "level"),
  ])
  func `a level with no or several fields is refused by name`(text: String, field: String) throws {
    #expect(#expect(throws: InvalidParameter.self) { try set(text) }?.field == field)
  }

  @Test(arguments: [
    ("{}", "expected percent, changePercent, raw or changeRaw, found none"),
    (#"{"changeRaw":1,"changePercent":1}"#, "'changePercent' is given too"),
  ])
  func `a level with no or several fields is refused with the reason`(text: String, reason: String) throws {
    #expect(#expect(throws: InvalidParameter.self) { try set(text) }?.reason == reason)
  }

  private func set(_ level: String) throws -> LightsInterface.Set {
    try LightsInterface.Set(parsing: #"{"level":\#(level)}"#)
  }
}
