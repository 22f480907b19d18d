import ControlAPI
import Testing
import Varlink

@Suite struct ControlErrorTests {
  @Test(arguments: [
    (LightsError.noSuchLight("lamp", known: ["panel", "leds/a"]), "cannot find 'lamp': expected panel, leds/a"),
    (.noSuchLight("lamp", known: []), "cannot find 'lamp': there is no light"),
    (.ambiguousLight("a", known: ["leds/a", "backlight/a"]), "cannot choose 'a': it is a name of leds/a, backlight/a"),
    (.noLights, "cannot choose 'light': there is none that shows a picture"),
    (.notWritable("a", reason: "read only"), "cannot write 'a': read only"),
    (.outOfRange("a", reason: "it has 7 steps"), "cannot set 'a': it has 7 steps"),
  ])
  func `a refusal about lights is said in words`(error: LightsError, words: String) {
    #expect(ControlError.lights(error).description == words)
  }

  @Test(arguments: [
    (SessionsError.noSuchScene(3), "cannot find 'scene 3': the session does not have it"),
    (.noSuchSession(7), "cannot find 'session 7': there is none of this number"),
    (.invalidClaim(field: "percent", reason: "it is 101"), "cannot claim 'percent': it is 101"),
    (.tooMany("scenes", limit: 16), "cannot add 'scenes': 16 at most are allowed"),
  ])
  func `a refusal about sessions is said in words`(error: SessionsError, words: String) {
    #expect(ControlError.sessions(error).description == words)
  }

  @Test func `what the connection or any service says is said as it is`() {
    #expect(ControlError.service(.permissionDenied).description == ServiceError.permissionDenied.description)
    #expect(ControlError.call(.disconnected(.finished)).description == CallError.disconnected(.finished).description)
  }
}
