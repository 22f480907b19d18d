import CommandLines
import ControlAPI
import Model

/// `help`: what the program can do, or one of its verbs.
struct HelpVerb: Verb {
  static let manual = Option("--manual", "all of it, as a manual page in mdoc")

  static let name = "help"
  static let grammar = Grammar(
    name,
    "says what a verb does",
    operands: [Operand("VERB", .optional, "the name of a verb", .verb)],
    options: [manual],
    examples: [.init("help set", "every option of `set`")]
  )

  /// Nil for the whole program.
  let asked: Grammar?
  let isManual: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isManual = arguments.has(Self.manual)
    guard let name = try arguments.optionalWord() else {
      asked = nil
      return
    }
    guard let verb = Verbs.named(name) else { throw .unknownVerb(name) }
    asked = verb.grammar
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try surroundings.say([isManual ? Manual.text : Help.text(of: asked)])
    return .done
  }
}

/// The text that `--help` says, made from the grammar.
enum Help {
  static let version = "\(Grammar.program) \(Version.current)"

  /// Of one verb; nil for the whole program.
  static func text(of grammar: Grammar?) -> String {
    guard let grammar else { return program }
    let paragraphs =
      [usage(of: grammar), sentence(grammar.summary)]
      + grammar.details
      + [options(of: grammar), examples(of: grammar)]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static var program: String {
    let overview = Verbs.overview.grammar
    let verbs = Verbs.named.map { ($0.grammar.callForm, $0.grammar.summary) }
    return [
      "usage: \(Grammar.program) [VERB] [OPTION…]",
      "Says how bright the lights of this machine are, and sets them. Without a verb: \(overview.summary).",
      aligned(verbs),
      options(of: overview, with: [.version]),
      "A LIGHT is an id (backlight/acpi_video0), the kernel's name, an alias, or a kind: \(kinds).",
      "`\(Grammar.program) help VERB` says more. Exit status: 0 done, 1 refused, 2 misused, 3 no daemon, 4 no such light.",
    ].joined(separator: "\n\n")
  }

  private static let kinds = LightsInterface.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  private static func usage(of grammar: Grammar) -> String {
    let options = grammar.allOptions.filter { $0 != .help }.map { "[\($0.form)]" }
    let parts = [grammar.callForm] + options + (grammar.takesCommand ? ["[-- COMMAND…]"] : [])
    var lines = ["usage: \(Grammar.program)"]
    for part in parts where !part.isEmpty {
      if lines[lines.count - 1].count + part.count > 100 { lines.append("       ") }
      lines[lines.count - 1] += " \(part)"
    }
    return lines.joined(separator: "\n")
  }

  private static func options(of grammar: Grammar, with more: [Option] = []) -> String {
    aligned((grammar.allOptions + more).map { ($0.form, $0.meaning) })
  }

  private static func examples(of grammar: Grammar) -> String {
    if grammar.examples.isEmpty { return "" }
    return "Examples:\n\n" + aligned(grammar.examples.map { ("\(Grammar.program) \($0.words)", $0.meaning) })
  }

  static func aligned(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    let lines = rows.map { row in
      "  \(row.left)\(String(repeating: " ", count: width - row.left.count))   \(row.right)"
    }
    return lines.joined(separator: "\n")
  }

  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension Grammar {
  /// The verb with its words: `set LEVEL [LIGHT…]`.
  var callForm: String { ([name] + operands.map(\.usage)).joined(separator: " ") }
}

extension Option {
  /// The option with its value: `--fade TIME`.
  var form: String { value.map { "\(name) \($0.placeholder)" } ?? name }
}
