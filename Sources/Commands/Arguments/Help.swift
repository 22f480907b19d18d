import CommandLines
import ControlAPI
import Model

/// `help`: describes the program or a verb.
struct HelpVerb: Verb {
  static let manual = Option(name: "--manual", meaning: "print the manual page, in mdoc")

  static let grammar = Grammar(
    name: "help",
    summary: "describe a verb",
    operands: [Parameter(name: "VERB", expected: "the name of a verb", kind: .verb, count: .optional)],
    options: [manual],
    examples: [("help set", "every option of `set`")]
  )

  /// Nil for the whole program.
  let topic: Grammar?
  let isManual: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isManual = arguments.has(Self.manual)
    guard let name = try arguments.optionalWord() else {
      topic = nil
      return
    }
    guard let verb = Verbs.named(name) else { throw .unknownVerb(name) }
    topic = verb.grammar
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try Console.write("\(isManual ? Manual.text : Help.text(of: topic))\n")
    return .success
  }
}

/// The text of `--help`.
enum Help {
  static let version = "\(Grammar.program) \(Version.current)"
  static let summary = "show and set the brightness of screens and keyboard lights"
  static let kinds = LightsInterface.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  /// The help of a verb; nil for the whole program.
  static func text(of grammar: Grammar?) -> String {
    guard let grammar else { return program }
    let examples = aligned(grammar.examples.map { ("\(Grammar.program) \($0.arguments)", $0.meaning) })
    let paragraphs =
      [usage(of: grammar), sentence(grammar.summary)] + grammar.details
      + [
        aligned(grammar.allOptions.map { ($0.usage, $0.meaning) }), examples.isEmpty ? "" : "Examples:\n\n\(examples)",
      ]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static var program: String {
    let overview = Verbs.overview.grammar
    return [
      "usage: \(Grammar.program) [VERB] [OPTION…]",
      "\(sentence(summary)) Without a verb: \(overview.summary).",
      aligned(Verbs.named.map { ($0.grammar.usage, $0.grammar.summary) }),
      aligned((overview.allOptions + [.version]).map { ($0.usage, $0.meaning) }),
      "A LIGHT is an id (backlight/acpi_video0), a kernel name, an alias, or a kind: \(kinds).",
      """
      `\(Grammar.program) help VERB` describes a verb.
      Exit status: 0 success, 1 failed, 2 invalid arguments, 3 daemon not reachable, 4 no such light.
      """,
    ].joined(separator: "\n\n")
  }

  private static func usage(of grammar: Grammar) -> String {
    let options = grammar.allOptions.filter { $0 != .help }.map { "[\($0.usage)]" }
    let parts = [grammar.usage] + options + (grammar.takesCommand ? ["[-- COMMAND…]"] : [])
    var lines = ["usage: \(Grammar.program)"]
    for part in parts where !part.isEmpty {
      if lines[lines.count - 1].count + part.count > 100 { lines.append("       ") }
      lines[lines.count - 1] += " \(part)"
    }
    return lines.joined(separator: "\n")
  }

  static func aligned(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.columns).max() ?? 0
    return rows.map { "  \($0.left.padded(to: width))   \($0.right)" }.joined(separator: "\n")
  }

  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
