import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct WatchTests {
  @Test func `each form prints a change as one line`() {
    let change = LightsInterface.Watch.Reply(light: .panel, cause: .set, sequence: 3, pid: 4711)

    #expect(WatchForm.line.line(change) == "backlight/intel_backlight 40% set")
    #expect(
      WatchForm.json.line(change)
        == #"{"version":1,"sequence":3,"cause":"set","pid":4711,"light":"# + "\(lightText)}"
    )
  }

  @Test(arguments: LightsInterface.Cause.allCases)
  func `an overlay shows only what the user changes`(cause: LightsInterface.Cause) {
    let line = WatchForm.wob.line(.init(light: .panel, cause: cause, sequence: 2))

    #expect(line == ([.set, .external].contains(cause) ? "40" : nil))
  }

  @Test(arguments: [(7.7, "8"), (0.2, "1"), (0, "0"), (99.6, "100")])
  func `an overlay shows the user's level in whole percent, also of a held light`(base: Double, line: String) {
    let light = Light.panel.with { ($0.base, $0.level, $0.state) = (base, 30, .held) }

    #expect(WatchForm.wob.line(.init(light: light, cause: .set, sequence: 2)) == line)
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
