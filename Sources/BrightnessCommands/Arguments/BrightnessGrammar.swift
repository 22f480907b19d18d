import BrightnessControl
import CommandLines
import Commands

extension ProgramGrammar {
  package static let brightness: ProgramGrammar = ProgramGrammar(
    name: Grammar.program,
    summary: Help.summary,
    overview: OverviewVerb.grammar,
    verbs: [
      ListVerb.grammar, GetVerb.grammar, SetVerb.grammar, SetVerb.up, SetVerb.down, AutoVerb.grammar, FeedVerb.grammar,
      HoldsVerb.grammar, CancelVerb.grammar, ResetVerb.grammar, HoldVerb.grammar, IdleVerb.grammar, WatchVerb.grammar,
      FleetVerb.grammar, DoctorVerb.grammar, HelpVerb.grammar(such: "set") { .brightness },
    ],
    hidden: [Completion.grammar(holds: Completion.holds) { .brightness }],
    names: """
      A LIGHT is an id (backlight/acpi_video0), a kernel name, an alias, the connector of a monitor (DP-1), or a kind, \
      which means all its lights: \(Help.kinds).
      """,
    statuses: "Exit status: 0 success, 1 failed, 2 invalid arguments, 3 daemon not reachable, 4 no such light.",
    hint: { error, words in
      if let hint = Correction.hint(on: words, in: .brightness) { return hint }
      guard case .unknownOption(let option) = error, DropInOption.isKnown(option) else { return nil }
      return "see \(Help.migration) in \(Grammar.program)(1)"
    }
  )
}
