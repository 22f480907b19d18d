import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct OverviewTests {
  private let held = Overview(
    lights: [.panel.with { ($0.level, $0.state, $0.session, $0.scene) = (30, .held, 7, 1) }, .keyboard],
    sessions: [.film]
  )

  @Test func `a held light shows its holds below, with a bar`() {
    #expect(
      lines(on: .terminal(120)) == [
        "LIGHT                                         LEVEL  BASE",
        "intel_backlight        ██████                   30%   40%",
        "  in effect  at most 30%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  ██████▋               33.33%",
      ]
    )
  }

  @Test func `each hold is below its light, first the one in effect`() {
    var idle = Session.film.with {
      ($0.id, $0.pid) = (3, 4000)
      $0.scenes[0].name = "idle"
      $0.scenes[0].reason = nil
      $0.scenes[0].claims = [.init(rule: .atMost, percent: 50), .init(light: "keyboard", rule: .atMost, percent: 50)]
      $0.scenes[0].deciding = false
    }
    var overview = held
    overview.sessions = [idle, .film]

    let overruled = lines(of: overview, on: .file)
    idle.scenes[0].yielded = [Light.panel.id]
    overview.sessions = [.film, idle]

    #expect(
      overruled == [
        "LIGHT                   LEVEL  BASE",
        "intel_backlight           30%   40%",
        "  in effect  at most 30%  film by mpv (4711), session 7: the evening",
        "  overruled  at most 50%  idle by process 4000, session 3",
        "tpacpi::kbd_backlight  33.33%",
        "  idle       at most 50%  idle by process 4000, session 3",
      ]
    )
    #expect(lines(of: overview, on: .file)[3] == "  yielded    at most 50%  idle by process 4000, session 3")
  }

  @Test func `a scene that has not appeared is no hold`() {
    let waiting = Session.film.with { $0.scenes[0].appeared = false }

    #expect(lines([.panel], [waiting]).count == 2)
  }

  @Test func `a hold waits on a monitor that is not read yet`() {
    let unread = Light.panel.with { $0.state = .unread }

    #expect(lines([unread], [.film])[2] == "  waiting  at most 30%  film by process 4711, session 7: the evening")
  }

  @Test func `a footnote says once how a monitor is read`() {
    let unread = ["ddc/DEL-1", "ddc/DEL-2"].map { id in
      Light.panel.with { ($0.id, $0.kind, $0.state) = (id, .monitor, .unread) }
    }
    let failing = unread[0].with { $0.reason = "it does not answer" }

    #expect(lines(unread).dropFirst(3) == ["not read yet: `brightness get DEL-1` asks the monitor"])
    #expect(lines([failing, unread[1]]).last == "not read yet: `brightness get DEL-2` asks the monitor")
    #expect(
      lines([failing]).last == "not read when last asked: `brightness get DEL-1` asks the monitor again"
    )
    #expect(lines(unread, on: .terminal(30)).suffix(2) == ["not read yet: `brightness get", "DEL-1` asks the monitor"])
  }

  @Test func `a reason is cut only at the end of the terminal`() {
    let line = "  in effect  at most 30%  film by mpv (4711), session 7: the evening"

    #expect(lines(on: .terminal(line.columns))[2] == line)
    #expect(lines(on: .terminal(line.columns - 1))[2] == "\(line.dropLast(2))…")
  }

  @Test func `a hold that ended before the sessions were read is shown without its holder`() {
    #expect(
      lines(held.lights).prefix(2) == [
        "LIGHT                   LEVEL  BASE  STATUS", "intel_backlight           30%   40%  held",
      ]
    )
  }

  @Test func `a terminal without UTF-8 gets only ASCII`() {
    #expect(
      lines(on: .terminal(120, isUnicode: false)) == [
        "LIGHT                                         LEVEL  BASE",
        "intel_backlight        ######--------------     30%   40%",
        "  in effect  at most 30%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  #######-------------  33.33%",
      ]
    )
  }

  @Test func `a file gets no bars and is not cut`() {
    #expect(
      lines(on: .file) == [
        "LIGHT                   LEVEL  BASE",
        "intel_backlight           30%   40%",
        "  in effect  at most 30%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  33.33%",
      ]
    )
  }

  @Test(arguments: 1...120)
  func `no line is wider than the terminal`(columns: Int) {
    #expect(lines(on: .terminal(columns)).allSatisfy { $0.columns <= columns })
    #expect(lines(on: .terminal(columns, isUnicode: false)).allSatisfy { $0.columns <= columns })
    #expect(lines([.panel, .monitor], on: .terminal(columns)).allSatisfy { $0.columns <= columns })
  }

  @Test func `a narrow terminal drops bars and status before levels`() {
    #expect(
      lines(on: .terminal(30)) == [
        "LIGHT          LEVEL  BASE",
        "intel_backl…     30%   40%",
        "  in effect  at most 30%  fil…",
        "tpacpi::kbd…  33.33%",
      ]
    )
  }

  @Test func `a failed restore is shown with its reason`() {
    let failed = Light.panel.with { ($0.level, $0.state, $0.reason) = (100, .restoring, "the device is away") }

    #expect(
      lines([failed]) == [
        "LIGHT            LEVEL  BASE  STATUS", "intel_backlight   100%   40%  restoring: the device is away",
      ]
    )
  }

  @Test func `a restore in progress is not shown`() {
    #expect(lines([.panel.with { $0.state = .restoring }]) == ["LIGHT            LEVEL", "intel_backlight    40%"])
  }

  @Test(arguments: [(String?.none, true), ("panel", true), ("backlight/intel_backlight", true), ("keyboard", false)])
  func `a light with a suspended hold shows it`(claimed: String?, isShown: Bool) {
    let session = Session.film.with { ($0.suspended, $0.scenes[0].claims[0].light) = (true, claimed) }

    let hold = "  suspended  at most 30%  film by process 4711, session 7: the evening"
    #expect(lines([.panel], [session]).dropFirst() == ["intel_backlight    40%"] + (isShown ? [hold] : []))
  }

  @Test func `lights with the same kernel name are shown by id`() {
    let twins = lines([.panel, .panel.with { $0.id = "leds/intel_backlight" }])

    #expect(twins.dropFirst().map { $0.prefix { $0 != " " } } == ["backlight/intel_backlight", "leds/intel_backlight"])
  }

  @Test func `a monitor is shown by its connector and model`() {
    let second = Light.monitor.with { ($0.id, $0.connector) = ("ddc/DEL-a0b1-778", "DP-2") }

    #expect(
      lines([.panel, .monitor, second]) == [
        "LIGHT            MODEL        LEVEL  STATUS",
        "intel_backlight                 40%",
        "DP-1             DELL U2720Q         not read yet",
        "DP-2             DELL U2720Q         not read yet",
        "not read yet: `brightness get DP-1` asks the monitor",
      ]
    )
  }

  @Test func `monitors at connectors of the same name are shown by their kernel names`() {
    let second = Light.monitor.with { $0.id = "ddc/DEL-a0b1-778" }

    #expect(lines([.monitor, second])[1...2].map { $0.prefix { $0 != " " } } == ["DEL-a0b1-777", "DEL-a0b1-778"])
  }

  @Test func `a monitor that could not be read is shown with the reason`() {
    let asleep = Light.monitor.with { $0.reason = "it is asleep" }

    #expect(
      lines([asleep]) == [
        "LIGHT  MODEL        STATUS", "DP-1   DELL U2720Q  not read when last asked: it is asleep",
        "not read when last asked: `brightness get DP-1` asks the monitor again",
      ]
    )
  }

  @Test(arguments: [
    (LightsInterface.Automatic?.none, "40%", "30%   40%  held"), (.off, "40%", "30%   40%  held"),
    (.on, "40%  auto", "30%  40% auto  held"), (.paused, "40%  paused", "30%  40% paused  held"),
  ])
  func `a light that follows the light in the room has that beside its base level`(
    automatic: LightsInterface.Automatic?,
    free: String,
    held: String
  ) {
    let light = Light.panel.with { $0.automatic = automatic }

    #expect(lines([light])[1] == "intel_backlight    \(free)")
    #expect(lines([light.with { ($0.level, $0.state) = (30, .held) }])[1] == "intel_backlight    \(held)")
  }

  @Test func `a machine without lights shows a message`() {
    #expect(lines([]) == ["no lights"])
  }

  @Test func `names of other programs cannot control the terminal`() {
    let session = Session.film.with { $0.scenes[0].name = "\u{1B}[2Jfilm\n\u{9B}2J" }
    let overview = Overview(lights: held.lights, sessions: [session])
    let lines = overview.lines(on: .terminal(120), Names(ofProcess: { _ in "a\u{7}" }))

    #expect(lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(lines.count == 4)
  }

  @Test func `colours distinguish held lights`() {
    let screen = Screen(columns: 120) { $0 == "LANG" ? "C.UTF-8" : nil }
    let lines = held.lines(on: screen, Names(ofProcess: { _ in "mpv" }))

    #expect(lines[0].hasPrefix("\u{1B}[1mLIGHT\u{1B}[0m"))
    #expect(lines[1].contains("\u{1B}[33m30%\u{1B}[0m"))
    #expect(lines[3].contains("\u{1B}[32m33.33%\u{1B}[0m"))
  }

  private func lines(_ lights: [Light], _ sessions: [Session] = [], on screen: Screen = .file) -> [String] {
    Overview(lights: lights, sessions: sessions).lines(on: screen, Names())
  }

  private func lines(on screen: Screen) -> [String] { lines(of: held, on: screen) }

  private func lines(of overview: Overview, on screen: Screen) -> [String] {
    overview.lines(on: screen, Names(ofProcess: { $0 == 4711 ? "mpv" : nil }))
  }
}
