import CommandLines

struct HelpVerb: Verb {
  static let manual = Option(name: "--manual", meaning: "print the manual page, in mdoc")

  static let grammar = Grammar(
    name: "help",
    summary: "describe a verb",
    operands: [Parameter(name: "VERB", expected: "the name of a verb", kind: .verb, count: .optional)],
    options: [manual],
    examples: [("help set", "every option of `set`")]
  ) { arguments throws(UsageError) in
    let name = try arguments.optionalWord()
    let topic = name.flatMap(Verbs.grammar)
    if let name, topic == nil { throw .unknownVerb(name) }
    return HelpVerb(topic: topic, isManual: arguments.has(manual))
  }

  /// Nil for the whole program.
  let topic: Grammar?
  let isManual: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try Console.write("\(isManual ? Manual.text : Help.text(of: topic, on: Console.screen))\n")
    return .success
  }
}
