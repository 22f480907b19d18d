import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct CompletionTests {
  @Test func `the first word is a verb`() {
    #expect(Completion([""]).kinds == [.verb])
    #expect(Completion(["--socket", "here", "ge"]).socket == "here")
  }

  @Test(arguments: ProgramGrammar.brightness.verbs)
  func `a hyphen is completed with the options of the verb`(grammar: Grammar) {
    let options = grammar.allOptions.map { ($0.name, $0.meaning) }

    let completion = Completion([grammar.name, "-"])
    let offered = completion.options

    #expect(completion.kinds == [.option])
    #expect(offered.filter { $0.word != "--" }.elementsEqual(options, by: ==))
    #expect(offered.contains { $0.word == "--" } == grammar.takesCommand)
  }

  @Test func `an option that was given is not offered again`() {
    #expect(!Completion(["set", "--allow-off", "-"]).options.contains { $0.word == "--allow-off" })
  }

  @Test(arguments: [
    (["get", ""], [Parameter.Kind.light]), (["get", "panel", ""], []), (["set", ""], [.level]),
    (["set", "max", ""], [.light]), (["set", "max", "panel", "key"], [.light]), (["up", ""], [.step, .light]),
    (["up", "5%", ""], [.light]), (["cancel", ""], [.session]), (["help", ""], [.verb]),
    (["list", "--socket", ""], [.path]), (["set", "--fade", "2"], [.time(.fade)]), (["list", "--socket=a"], [.path]),
    (["hold", "--at", ""], [.claim]), (["hold", "--scale=5"], [.claim]),
    (["auto", ""], [.text(["on", "off", "forget", "history"])]), (["auto", "on", ""], [.light]),
    (["auto", "off", "a", ""], [.light]),
    (["list", ""], []), (["set", "-5%", ""], [.light]), (["get", "--", ""], [.light]),
    (["hold", "--", ""], [.command]), (["hold", "--max", "--", "mp"], [.command]),
    (["hold", "--", "mpv", ""], [.path]), (["hold", "--", "mpv", "--max", "-"], [.path]),
  ])
  func `the kind of the next word follows from the grammar`(words: [String], kinds: [Parameter.Kind]) {
    #expect(Completion(words).kinds == kinds)
  }

  @Test(arguments: [["sett", ""], ["get", "--jsn", ""], ["sett", "-"]])
  func `nothing is offered after an unknown word`(words: [String]) {
    #expect(Completion(words).kinds == [])
  }

  @Test func `lights are offered by their kinds, their connectors and their ids`() {
    let second = Light.monitor.with {
      ($0.id, $0.connector, $0.state, $0.level) = ("ddc/DEL-a0b1-778", "DP-2", .free, 60)
    }
    let twin = Light.monitor.with { ($0.id, $0.model) = ("ddc/ACI-1", nil) }

    let offered = Completion.lights([.panel, .monitor, second])

    #expect(
      offered.map { "\($0.word): \($0.meaning)" } == [
        "panel: the only panel", "monitor: all 2", "DP-1: DELL U2720Q", "DP-2: DELL U2720Q at 60%",
        "backlight/intel_backlight: panel at 40%", "ddc/DEL-a0b1-777: DELL U2720Q",
        "ddc/DEL-a0b1-778: DELL U2720Q at 60%",
      ]
    )
    #expect(Completion.lights([.monitor, twin]).map(\.word) == ["monitor", "ddc/DEL-a0b1-777", "ddc/ACI-1"])
  }

  @Test func `the prefix of a value after an equals sign is kept`() {
    #expect(Completion(["list", "--socket=/run"]).prefix == "--socket=")
    #expect(Completion(["list", "--socket"]).prefix == "")
  }

  @Test func `a hold is completed by the names that one session uses, and by the numbers of sessions`() {
    let names = ["film", "film", "ticket", "8", "two words", "$(reboot)", nil]
    let sessions = names.enumerated().map { index, name in
      Session.film.with {
        $0.id = index + 1
        $0.scenes[0].name = name
      }
    }

    let offered = Completion.holds(sessions + [Session.film.with { $0.scenes = [] }], Names(ofProcess: { _ in "mpv" }))

    #expect(offered.map(\.word) == ["ticket", "1", "2", "3", "4", "5", "6", "7"])
    #expect(offered.first?.meaning == "mpv (4711)")
  }

  @Test func `a session with two scenes of a name has the name once`() {
    let session = Session.film.with { $0.scenes += $0.scenes }

    #expect(Completion.holds([session], Names()).map(\.word) == ["film", "7"])
  }

  @Test func `the hidden verb is in no help`() {
    for hidden in ProgramGrammar.brightness.hidden {
      #expect(ProgramGrammar.brightness.grammar(named: hidden.name) != nil)
      #expect(!Help.text(of: nil, in: .brightness, on: .file).contains(hidden.name))
    }
  }
}
