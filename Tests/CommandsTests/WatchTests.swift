import ControlAPI
import Model
import Testing

@testable import Commands

@Suite struct WatchTests {
  @Test func `a change is a line in each form`() {
    let news = LightsInterface.Watch.Reply(light: .panel, cause: .set, sequence: 3, pid: 4711)

    #expect(WatchForm.line.line(news) == "backlight/intel_backlight 40% set")
    #expect(
      WatchForm.json.line(news)
        == #"{"version":1,"sequence":3,"cause":"set","pid":4711,"light":"# + "\(lightText)}"
    )
    #expect(
      WatchForm.waybar.line(news)
        == #"{"text":"40%","alt":"panel","tooltip":"backlight/intel_backlight: 40%, free","class":"free","percentage":40}"#
    )
  }

  @Test func `a bar is told to show nothing of a light that is gone`() {
    let news = LightsInterface.Watch.Reply(light: .panel, cause: .removed, sequence: 3)

    #expect(WatchForm.waybar.line(news) == #"{"text":""}"#)
  }

  @Test(arguments: [(nil, "free"), ("it sleeps", "restoring")])
  func `a bar is told of trouble where something stands in the way, and not while a light is on its way`(
    reason: String?,
    state: String
  ) {
    let light = Light.panel.with { ($0.state, $0.reason) = (.restoring, reason) }

    let line = WatchForm.waybar.line(.init(light: light, cause: .set, sequence: 1))

    #expect(line?.contains(#""class":"\#(state)""#) == true)
  }

  @Test(arguments: [(0.004, 1), (0, 0), (99.6, 100), (50.4, 50)])
  func `a bar's whole percentage is nothing for a light that is off alone`(level: Double, percentage: Int) {
    let news = LightsInterface.Watch.Reply(light: .panel.with { $0.level = level }, cause: .set, sequence: 1)

    #expect(WatchForm.waybar.line(news)?.hasSuffix(#""percentage":\#(percentage)}"#) == true)
  }

  @Test func `the picture follows what is told`() {
    var picture = LivePicture()

    picture.take(.init(light: .panel, cause: .initial, sequence: 1))
    picture.take(.init(light: .keyboard, cause: .initial, sequence: 2))
    picture.take(.init(light: .panel.with { $0.level = 70 }, cause: .set, sequence: 3))
    picture.take(.init(light: .keyboard, cause: .removed, sequence: 4))

    #expect(picture.overview.lights.map(\.id) == [Light.panel.id])
    #expect(picture.overview.lights.map(\.level) == [70])
  }

  @Test func `who holds is asked when a scene decides that is not known`() {
    var picture = LivePicture()
    picture.take(
      .init(
        light: .panel.with {
          $0.session = 7
          $0.scene = 1
        },
        cause: .hold,
        sequence: 1
      )
    )

    let before = picture.knowsHolders
    picture.overview.sessions = [.film]

    #expect(!before)
    #expect(picture.knowsHolders)
  }

  @Test func `a picture shows nobody who waits, since nobody tells when they are gone`() {
    var session = Session.film
    session.suspended = true

    let lines = LivePicture(overview: Overview(lights: [.panel], sessions: [session])).lines(on: .file, Names())

    #expect(lines == ["LIGHT            LEVEL", "intel_backlight    40%"])
  }

  @Test func `a picture whose daemon is gone says so, within the screen`() {
    var picture = LivePicture(overview: Overview(lights: [.panel], sessions: []))
    picture.trouble = LivePicture.lost

    let lines = picture.lines(on: .terminal(40), Names())

    #expect(lines.count == 3)
    #expect(lines.last == "cannot watch 'lights': the daemon is go…")
  }

  private var lightText: String {
    #"{"id":"backlight/intel_backlight","kind":"panel","raw":7680,"maximum":19200,"level":40.0,"base":40.0,"baseRaw":7680,"floor":1.0,"state":"free"}"#
  }
}
