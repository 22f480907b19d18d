import CommandLines

package struct HelpVerb: Verb {
  static let name = "help"

  /// - Parameter verb: The verb of the example.
  package static func grammar(
    such verb: String,
    common: [Option] = [.socket, .timeout],
    of program: @escaping @Sendable () -> ProgramGrammar
  ) -> Grammar {
    Grammar(
      name: name,
      summary: "describe a verb",
      operands: [Parameter(name: "VERB", expected: "the name of a verb", kind: .verb, count: .optional)],
      common: common,
      examples: [("\(name) \(verb)", "every option of `\(verb)`")]
    ) { arguments throws(UsageError) in
      let name = try arguments.optionalWord()
      let topic = name.flatMap(program().grammar)
      if let name, topic == nil { throw .unknownVerb(name) }
      return HelpVerb(program: program(), topic: topic)
    }
  }

  let program: ProgramGrammar
  /// Nil for the whole program.
  let topic: Grammar?

  package func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try Console.write("\(Help.text(of: topic, in: program, on: Console.screen))\n")
    return .success
  }
}
