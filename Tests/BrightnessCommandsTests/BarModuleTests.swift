import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct BarModuleTests {
  private static let names = Names(
    ofProcess: { [4711: "mpv", 4712: "sway"][$0] },
    ofUser: { $0 == 1001 ? "anna" : nil }
  )
  private static let dimmed = Light.panel.with { ($0.level, $0.state, $0.session, $0.scene) = (30, .held, 7, 1) }
  private static let monitor = Light.panel.with {
    ($0.id, $0.kind, $0.connector, $0.level) = ("ddc/DEL-1", .monitor, "DP-1", 60.4)
  }
  private static let film = Session.film.with { $0.scenes[0].reason = nil }

  @Test func `a free light is an object with its level in whole percent`() {
    #expect(
      line([.panel.with { $0.level = 40.4 }])
        == #"{"text":"40%","alt":"panel","tooltip":"intel_backlight 40%","class":"free","percentage":40}"#
    )
  }

  @Test func `the tooltip says who holds, and why`() {
    #expect(tooltip([Self.dimmed], [Self.film]) == #"intel_backlight 30%\n  at most 30% by film (mpv)"#)
    #expect(tooltip([Self.dimmed], [.film]) == #"intel_backlight 30%\n  at most 30% by film (mpv): the evening"#)
  }

  @Test(arguments: [
    (Int?.some(4711), String?.none, "mpv"), (4713, "film", "film (process 4713)"), (nil, nil, "user anna"),
  ])
  func `a holder is named as far as it is known`(process: Int?, name: String?, holder: String) {
    let session = Self.film.with { ($0.pid, $0.uid, $0.scenes[0].name) = (process, 1001, name) }

    #expect(tooltip([Self.dimmed], [session]) == #"intel_backlight 30%\n  at most 30% by \#(holder)"#)
  }

  @Test func `the tooltip says why another hold does not count`() {
    let idle = Self.film.with { ($0.id, $0.pid, $0.scenes[0].name) = (3, 4712, "idle") }

    #expect(
      tooltip([Self.dimmed], [idle, Self.film])
        == #"intel_backlight 30%\n  at most 30% by film (mpv)\n  overruled: at most 30% by idle (sway)"#
    )
  }

  @Test func `the tooltip has all screens, and no keyboard`() {
    let unread = Self.monitor.with { ($0.id, $0.state) = ("ddc/GSM-2", .unread) }

    #expect(
      tooltip([.keyboard, Self.monitor, Self.dimmed, unread], [])
        == #"DEL-1 60%\nintel_backlight 30%, held\nGSM-2, not read yet"#
    )
  }

  @Test func `a light that is no screen is alone in its tooltip`() {
    #expect(
      line([.panel, .keyboard], of: "keyboard")
        == #"{"text":"33%","alt":"keyboard","tooltip":"tpacpi::kbd_backlight 33%","class":"free","percentage":33}"#
    )
  }

  @Test func `names and reasons are escaped as markup`() {
    let session = Session.film.with { ($0.scenes[0].name, $0.scenes[0].reason) = ("<b>", "R&D\n>\u{301}") }

    #expect(tooltip([Self.dimmed], [session]).hasSuffix(#"by &lt;b&gt; (mpv): R&amp;D\\n&gt;"# + "\u{301}"))
  }

  @Test(arguments: [[], [Light.keyboard], [Light.panel.with { $0.state = .unread }]])
  func `a light without a level hides the module`(lights: [Light]) {
    #expect(line(lights) == "")
  }

  @Test(arguments: [([Light.keyboard], "33.33"), ([], ""), ([.keyboard.with { $0.state = .unread }], "")])
  func `a plain number is the level, or empty without one`(lights: [Light], line: String) {
    let picture = LiveTable(overview: Overview(lights: lights, sessions: []), choice: ChosenLight("keyboard"))

    #expect(BarModule(isPlain: true, Self.names).line(picture) == line)
  }

  @Test func `the tooltip of a kind has the lights of that kind`() {
    #expect(line([Self.monitor, .panel], of: "monitor").contains(#""tooltip":"DP-1 60%","#))
  }

  @Test(arguments: [(nil, "free"), ("it sleeps", "restoring")])
  func `a bar shows the restoring state only if the restore has failed`(reason: String?, state: String) {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, reason) }

    #expect(line([light]).contains(#""class":"\#(state)""#))
  }

  @Test(arguments: [
    (LightsInterface.Automatic.off, "", #""free""#), (.on, ", automatic", #"["free","auto"]"#),
    (.paused, ", automatic brightness is paused", #""free""#),
  ])
  func `a light that follows the light in the room has a class of its own, and its tooltip says so`(
    automatic: LightsInterface.Automatic,
    remark: String,
    classes: String
  ) {
    let line = line([.panel.with { $0.automatic = automatic }])

    #expect(line.contains(#""tooltip":"intel_backlight 40%\#(remark)","class":\#(classes),"#))
  }

  @Test(arguments: [(0.004, 1), (0, 0), (99.6, 100), (50.4, 50)])
  func `a percentage is rounded to 0 only for a light that is off`(level: Double, percentage: Int) {
    #expect(line([.panel.with { $0.level = level }]).hasSuffix(#""percentage":\#(percentage)}"#))
  }

  private func line(_ lights: [Light], _ sessions: [Session] = [], of name: String? = nil) -> String {
    let picture = LiveTable(overview: Overview(lights: lights, sessions: sessions), choice: ChosenLight(name))
    return BarModule(isPlain: false, Self.names).line(picture)
  }

  /// The tooltip as JSON has it.
  private func tooltip(_ lights: [Light], _ sessions: [Session]) -> String {
    let rest = line(lights, sessions).split(separator: #""tooltip":""#).last ?? ""
    return rest.split(separator: #"","class""#).first.map(String.init) ?? ""
  }
}
