import BrightnessControl
import BrightnessModel
import CommandLines

package enum Help {
  static let version = "\(Grammar.program) \(Version.current)"
  package static let summary = "show and set the brightness of screens and keyboard lights"
  static let kindNames = LightsInterface.Kind.allCases.map(\.rawValue)
  package static let kinds = kindNames.joined(separator: ", ")
  /// The section of brightness(1) about brightnessctl.
  package static let migration = "COMING FROM BRIGHTNESSCTL"

  /// The help of a verb; nil for the whole program.
  static func text(of grammar: Grammar?, on screen: Screen) -> String {
    let layout = HelpLayout(on: screen)
    guard let grammar else { return program(layout) }
    let examples = layout.rows(grammar.examples.map { ("\(Grammar.program) \($0.arguments)", $0.meaning) })
    let paragraphs =
      [usage(of: grammar, layout)] + ([sentence(grammar.summary)] + grammar.details).map(layout.paragraph)
      + [layout.rows(grammar.allOptions.map { ($0.usage, $0.meaning) })]
      + (examples.isEmpty ? [] : ["Examples:\n\n\(examples)"])
    return paragraphs.joined(separator: "\n\n")
  }

  private static func program(_ layout: HelpLayout) -> String {
    let statuses = "Exit status: 0 success, 1 failed, 2 invalid arguments, 3 daemon not reachable, 4 no such light."
    let names = "A LIGHT is an id (backlight/acpi_video0), a kernel name, an alias, the connector of a monitor (DP-1)"
    return [
      layout.usage("usage: \(Grammar.program)", ["[VERB]", "[OPTION…]"]),
      layout.paragraph("\(sentence(summary)) Without a verb: \(Verbs.overview.summary)."),
      layout.rows(Verbs.visible.map { ($0.usage, $0.summary) }),
      layout.rows(Verbs.overview.allOptions.map { ($0.usage, $0.meaning) }),
      layout.paragraph("\(names), or a kind, which means all its lights: \(kinds)."),
      layout.paragraph("`\(Grammar.program) help VERB` describes a verb.") + "\n" + layout.paragraph(statuses),
    ].joined(separator: "\n\n")
  }

  private static func usage(of grammar: Grammar, _ layout: HelpLayout) -> String {
    let options = grammar.allOptions.filter { ![.help, .version].contains($0) }.map { "[\($0.usage)]" }
    // The verb and its operands are words of their own.
    let words = [grammar.name] + grammar.operands.map(\.usage)
    return layout.usage("usage: \(Grammar.program)", words + options + (grammar.takesCommand ? ["[-- COMMAND…]"] : []))
  }

  package static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
