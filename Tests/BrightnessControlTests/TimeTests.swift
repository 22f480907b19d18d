import BrightnessControl
import BrightnessVarlink
import InterfaceChecks
import Testing

@Suite struct TimeTests {
  @Test(arguments: [
    (Duration.zero, "0"), (.nanoseconds(1), "1"), (.milliseconds(1), "1"), (.microseconds(1001), "2"),
    (.seconds(86400), "86400000"), (.milliseconds(Int64.max), "9223372036854775807"), (.seconds(-1), "0"),
    (.seconds(Int64.max), "9223372036854775807"),
  ])
  func `a time is written in whole milliseconds, rounded up`(time: Duration, text: String) {
    let session = SessionsInterface.Session(id: 1, uid: 0, age: time, suspended: false, scenes: [])

    #expect(JSONObject(session)["ageMilliseconds"]?.description == text)
  }

  @Test(arguments: [("0", Duration.zero), ("1", .milliseconds(1)), ("9223372036854775807", .milliseconds(Int64.max))])
  func `a time is read as it was written`(text: String, time: Duration) throws {
    let request = try SessionsInterface.SceneRequest(parsing: #"{"claims":[],"expiresMilliseconds":\#(text)}"#)

    #expect(request.expires == time)
  }

  @Test(arguments: ["-1", "0.5", "9223372036854775808"])
  func `a negative or fractional time is refused by name`(text: String) {
    let error = #expect(throws: InvalidParameter.self) {
      try SessionsInterface.SceneRequest(parsing: #"{"claims":[],"fadeMilliseconds":\#(text)}"#)
    }

    #expect(error?.field == "fadeMilliseconds")
  }
}
