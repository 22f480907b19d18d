import ControlAPI
import Model
import Testing

@testable import Commands

@Suite struct OverviewTests {
  private let held = Overview(
    lights: [
      .panel.with {
        $0.level = 30
        $0.state = .held
        $0.session = 7
        $0.scene = 1
      },
      .keyboard,
    ],
    sessions: [.film]
  )

  @Test func `lights are shown with bars, numbers stand right, and a held one says by whom and why`() {
    #expect(
      lines(on: .terminal(120)) == [
        "LIGHT                                         LEVEL  BASE  WHY",
        "intel_backlight        ██████                   30%   40%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  ██████▋               33.33%",
      ]
    )
  }

  @Test func `a terminal that knows ASCII alone is given nothing else`() {
    #expect(
      lines(on: .terminal(120, isUnicode: false)) == [
        "LIGHT                                         LEVEL  BASE  WHY",
        "intel_backlight        ######--------------     30%   40%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  #######-------------  33.33%",
      ]
    )
  }

  @Test func `a file is given no bars, and every letter`() {
    #expect(
      lines(on: .file) == [
        "LIGHT                   LEVEL  BASE  WHY",
        "intel_backlight           30%   40%  film by mpv (4711), session 7: the evening",
        "tpacpi::kbd_backlight  33.33%",
      ]
    )
  }

  @Test(arguments: 1...120)
  func `no line is wider than the terminal`(columns: Int) {
    #expect(lines(on: .terminal(columns)).allSatisfy { $0.columns <= columns })
    #expect(lines(on: .terminal(columns, isUnicode: false)).allSatisfy { $0.columns <= columns })
  }

  @Test func `a narrow terminal gives up bars and reasons before levels`() {
    #expect(
      lines(on: .terminal(30)) == [
        "LIGHT          LEVEL  BASE",
        "intel_backl…     30%   40%",
        "tpacpi::kbd…  33.33%",
      ]
    )
  }

  @Test func `what is owed is shown with its reason`() {
    let owing = Overview(
      lights: [
        .panel.with {
          $0.level = 100
          $0.state = .restoring
          $0.reason = "the device is away"
        }
      ],
      sessions: []
    )

    #expect(
      owing.lines(on: .file, Names()) == [
        "LIGHT            LEVEL  BASE  WHY", "intel_backlight   100%   40%  owed: the device is away",
      ]
    )
  }

  @Test func `a light on its way is not in trouble`() {
    let moving = Overview(lights: [.panel.with { $0.state = .restoring }], sessions: [])

    #expect(moving.lines(on: .file, Names()) == ["LIGHT            LEVEL", "intel_backlight    40%"])
  }

  @Test(arguments: [(String?.none, true), ("panel", true), ("backlight/intel_backlight", true), ("keyboard", false)])
  func `a light that somebody waits for says so`(claimed: String?, isSaid: Bool) {
    var session = Session.film
    session.suspended = true
    session.scenes[0].claims[0].light = claimed
    let lines = Overview(lights: [.panel], sessions: [session]).lines(on: .file, Names(ofProcess: { _ in "mpv" }))

    let words = "    40%  suspended: film by mpv (4711), session 7: the evening"
    #expect(lines[1] == "intel_backlight" + (isSaid ? words : "    40%"))
  }

  @Test func `two lights that the kernel calls alike are told apart`() {
    let twins = Overview(lights: [.panel, .panel.with { $0.id = "leds/intel_backlight" }], sessions: [])

    #expect(
      twins.lines(on: .file, Names()).dropFirst().map { $0.prefix { $0 != " " } } == [
        "backlight/intel_backlight", "leds/intel_backlight",
      ]
    )
  }

  @Test func `a machine without lights says so`() {
    #expect(Overview(lights: [], sessions: []).lines(on: .file, Names()) == ["there is no light"])
  }

  @Test func `what others call themselves is no order to the terminal`() {
    var session = Session.film
    session.scenes[0].name = "\u{1B}[2Jfilm\n\u{9B}2J"
    let overview = Overview(lights: held.lights, sessions: [session])
    let lines = overview.lines(on: .terminal(120), Names(ofProcess: { _ in "a\u{7}" }))

    #expect(lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(lines.count == 3)
  }

  @Test func `colours tell what is held`() {
    let screen = Screen(columns: 120) { $0 == "LANG" ? "C.UTF-8" : nil }
    let lines = held.lines(on: screen, Names(ofProcess: { _ in "mpv" }))

    #expect(lines[0].hasPrefix("\u{1B}[1mLIGHT\u{1B}[0m"))
    #expect(lines[1].contains("\u{1B}[33m30%\u{1B}[0m"))
    #expect(lines[2].contains("\u{1B}[32m33.33%\u{1B}[0m"))
  }

  private func lines(on screen: Screen) -> [String] {
    held.lines(on: screen, Names(ofProcess: { $0 == 4711 ? "mpv" : nil }))
  }
}
