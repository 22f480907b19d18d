import BrightnessControl
import BrightnessModel
import CommandLines

package enum Help {
  package static let summary = "show and set the brightness of screens and keyboard lights"
  static let kindNames = LightsInterface.Kind.allCases.map(\.rawValue)
  package static let kinds = kindNames.joined(separator: ", ")
  /// The section of brightness(1) about brightnessctl.
  package static let migration = "COMING FROM BRIGHTNESSCTL"

  package static func version(of program: ProgramGrammar) -> String { "\(program.name) \(Version.current)" }

  /// The help of a verb; nil for the whole program.
  static func text(of grammar: Grammar?, in program: ProgramGrammar, on screen: Screen) -> String {
    let layout = HelpLayout(on: screen)
    guard let grammar else { return text(of: program, layout) }
    let examples = layout.rows(grammar.examples.map { ("\(program.name) \($0.arguments)", $0.meaning) })
    let paragraphs =
      [usage(of: grammar, in: program, layout)] + ([sentence(grammar.summary)] + grammar.details).map(layout.paragraph)
      + [layout.rows(grammar.allOptions.map { ($0.usage, $0.meaning) })]
      + (examples.isEmpty ? [] : ["Examples:\n\n\(examples)"])
    return paragraphs.joined(separator: "\n\n")
  }

  private static func text(of program: ProgramGrammar, _ layout: HelpLayout) -> String {
    [
      layout.usage("usage: \(program.name)", ["[VERB]", "[OPTION…]"]),
      layout.paragraph("\(sentence(program.summary)) Without a verb: \(program.overview.summary)."),
      layout.rows(program.verbs.map { ($0.usage, $0.summary) }),
      layout.rows(program.overview.allOptions.map { ($0.usage, $0.meaning) }),
      layout.paragraph(program.names),
      layout.paragraph("`\(program.name) help VERB` describes a verb.") + "\n" + layout.paragraph(program.statuses),
    ].joined(separator: "\n\n")
  }

  private static func usage(of grammar: Grammar, in program: ProgramGrammar, _ layout: HelpLayout) -> String {
    let options = grammar.allOptions.filter { ![.help, .version].contains($0) }.map {
      $0.isRequired ? $0.usage : "[\($0.usage)]"
    }
    // The verb and its operands are words of their own.
    let words = [grammar.name] + grammar.operands.map(\.usage)
    return layout.usage("usage: \(program.name)", words + options + (grammar.takesCommand ? ["[-- COMMAND…]"] : []))
  }

  package static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
