import BrightnessControl
import BrightnessVarlink
import Testing

@Suite struct ControlErrorTests {
  @Test(arguments: [
    (LightsError.noSuchLight(light: "lamp", known: ["panel", "leds/a"]), "cannot find 'lamp': expected panel, leds/a"),
    (.noSuchLight(light: "lamp", known: []), "cannot find 'lamp': there is no light"),
    (
      .ambiguousLight(light: "a", known: ["leds/a", "backlight/a"]),
      "cannot choose 'a': it is a name of leds/a, backlight/a"
    ),
    (.noLights, "cannot choose 'light': no screen was found"),
    (.notWritable(light: "a", reason: "read only"), "cannot read or write 'a': read only"),
    (.outOfRange(light: "a", reason: "it has 7 steps"), "cannot set 'a': it has 7 steps"),
  ])
  func `errors of Lights have a description`(error: LightsError, words: String) {
    #expect(ControlError.lights(error).description == words)
  }

  @Test(arguments: [
    (SessionsError.noSuchScene(scene: 3), "cannot find 'scene 3': the session does not have it"),
    (.noSuchSession(session: 7), "there is no session 7"),
    (.invalidClaim(field: "percent", reason: "it is 101"), "cannot claim 'percent': it is 101"),
    (.tooMany(what: "scenes", limit: 16), "cannot add 'scenes': 16 at most are allowed"),
  ])
  func `errors of Sessions have a description`(error: SessionsError, words: String) {
    #expect(ControlError.sessions(error).description == words)
  }

  @Test(arguments: [
    (
      AutomaticError.noSensor(reason: "no light sensor was found"),
      "cannot turn on automatic brightness: no light sensor was found"
    ),
    (
      .notAutomatic(light: "leds/x", reason: "it is an indicator"),
      "cannot turn on automatic brightness of 'leds/x': it is an indicator"
    ),
    (.noSuchLight(light: "lamp", known: ["panel"]), "cannot find 'lamp': expected panel"),
    (
      .ambiguousLight(light: "a", known: ["leds/a", "backlight/a"]),
      "cannot choose 'a': it is a name of leds/a, backlight/a"
    ),
    (.noLights, "cannot choose 'light': no light was found"),
  ])
  func `errors of Automatic have a description`(error: AutomaticError, words: String) {
    #expect(ControlError.automatic(error).description == words)
  }

  @Test func `other errors keep their description`() {
    #expect(ControlError.service(.permissionDenied).description == ServiceError.permissionDenied.description)
    #expect(ControlError.call(.disconnected(.finished)).description == CallError.disconnected(.finished).description)
  }
}
