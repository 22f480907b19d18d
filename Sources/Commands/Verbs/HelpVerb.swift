import CommandLines

struct HelpVerb: Verb {
  static let grammar = Grammar(
    name: "help",
    summary: "describe a verb",
    operands: [Parameter(name: "VERB", expected: "the name of a verb", kind: .verb, count: .optional)],
    examples: [("help set", "every option of `set`")]
  ) { arguments throws(UsageError) in
    let name = try arguments.optionalWord()
    let topic = name.flatMap(Verbs.grammar)
    if let name, topic == nil { throw .unknownVerb(name) }
    return HelpVerb(topic: topic)
  }

  /// Nil for the whole program.
  let topic: Grammar?

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try Console.write("\(Help.text(of: topic, on: Console.screen))\n")
    return .success
  }
}
