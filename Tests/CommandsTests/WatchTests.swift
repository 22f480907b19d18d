import ControlAPI
import Model
import Testing

@testable import Commands

@Suite struct WatchTests {
  @Test func `each form prints a change as one line`() {
    let change = LightsInterface.Watch.Reply(light: .panel, cause: .set, sequence: 3, pid: 4711)

    #expect(WatchForm.line.line(change) == "backlight/intel_backlight 40% set")
    #expect(
      WatchForm.json.line(change)
        == #"{"version":1,"sequence":3,"cause":"set","pid":4711,"light":"# + "\(lightText)}"
    )
    #expect(
      WatchForm.waybar.line(change)
        == #"{"text":"40%","alt":"panel","tooltip":"backlight/intel_backlight: 40%, free","class":"free","percentage":40}"#
    )
  }

  @Test(arguments: [
    (LightsInterface.Cause.set, 7.7, "8"), (.external, 0.2, "1"), (.hold, 0, "0"), (.release, 40, "40"),
    (.initial, 40, ""), (.removed, 40, ""), (.restore, 40, ""),
  ])
  func `an overlay shows whole percentages, and only when the level changes`(
    cause: LightsInterface.Cause,
    level: Double,
    line: String
  ) {
    let light = Light.panel.with { $0.level = level }

    #expect(WatchForm.wob.line(.init(light: light, cause: cause, sequence: 2)) ?? "" == line)
  }

  @Test func `a removed light hides the module of a bar`() {
    let change = LightsInterface.Watch.Reply(light: .panel, cause: .removed, sequence: 3)

    #expect(WatchForm.waybar.line(change) == #"{"text":""}"#)
  }

  @Test(arguments: [(nil, "free"), ("it sleeps", "restoring")])
  func `a bar shows the restoring state only if the restore has failed`(
    reason: String?,
    state: String
  ) {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, reason) }

    let line = WatchForm.waybar.line(.init(light: light, cause: .set, sequence: 1))

    #expect(line?.contains(#""class":"\#(state)""#) == true)
  }

  @Test(arguments: [(0.004, 1), (0, 0), (99.6, 100), (50.4, 50)])
  func `the percentage for a bar is rounded to 0 only for a light that is off`(level: Double, percentage: Int) {
    let change = LightsInterface.Watch.Reply(light: .panel.with { $0.level = level }, cause: .set, sequence: 1)

    #expect(WatchForm.waybar.line(change)?.hasSuffix(#""percentage":\#(percentage)}"#) == true)
  }

  @Test func `the picture follows changes and removals`() {
    var picture = LiveTable()

    picture.apply(.init(light: .panel, cause: .initial, sequence: 1))
    picture.apply(.init(light: .keyboard, cause: .initial, sequence: 2))
    picture.apply(.init(light: .panel.with { $0.level = 70 }, cause: .set, sequence: 3))
    picture.apply(.init(light: .keyboard, cause: .removed, sequence: 4))

    #expect(picture.overview.lights.map(\.id) == [Light.panel.id])
    #expect(picture.overview.lights.map(\.level) == [70])
  }

  @Test func `the picture lists suspended holds too`() {
    var session = Session.film
    session.suspended = true

    let lines = LiveTable(overview: Overview(lights: [.panel], sessions: [session])).lines(on: .file, Names())

    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("  suspended  ") == true)
  }

  @Test func `the picture says within the width of the screen that the daemon is not running`() {
    var picture = LiveTable(overview: Overview(lights: [.panel], sessions: []))
    picture.interruption = "cannot watch 'lights': the daemon is not running; updates resume when it is back"

    let lines = picture.lines(on: .terminal(40), Names())

    #expect(lines.count == 3)
    #expect(lines.last == "cannot watch 'lights': the daemon is no…")
  }

  private var lightText: String {
    #"{"id":"backlight/intel_backlight","kind":"panel","raw":7680,"maximum":19200,"level":40.0,"base":40.0,"baseRaw":7680,"floor":1.0,"state":"free"}"#
  }
}
