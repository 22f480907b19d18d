import CommandLines

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
