import BrightnessControl
import BrightnessEventLoop
import CommandLines

/// A parsed command line.
enum Invocation {
  /// Nil for the whole program.
  case help(Grammar?)
  case version
  case run(any Verb, socket: String?, timeLimit: Duration?)

  init(_ words: [String], of program: ProgramGrammar) throws(Failure) {
    var parser = CommandLineParser(words, of: program)
    do throws(UsageError) {
      self = try parser.parse()
    } catch {
      // A wrapper's own failures must not be mistaken for those of the command, as with env(1) and
      // timeout(1).
      let status = parser.verb?.takesCommand == true && words.contains("--") ? ExitStatus.beforeCommand : nil
      throw Failure(.invalidArguments, status: status, reason: "\(error)", hint: parser.hint(for: error, in: words))
    }
  }
}

/// Parses a command line: options may stand anywhere, and the first word is the verb.
struct CommandLineParser {
  let program: ProgramGrammar
  private(set) var verb: Grammar?
  private var reader: ArgumentReader
  private(set) var arguments: Arguments

  init(_ words: [String], of program: ProgramGrammar) {
    self.program = program
    reader = ArgumentReader(words)
    arguments = Arguments(grammar: program.overview)
  }

  /// Reads all words, without checking that the verb accepts them.
  mutating func read() throws(UsageError) {
    while let part = reader.next() {
      switch part {
      case .option(let name): try readOption(name)
      case .word(let word) where verb != nil:
        if Self.isTooLong(word) { throw .unexpectedWord(word.inOneLine(atMost: 40), expected: Self.length) }
        arguments.words.append(word)
      case .word(let name):
        guard let named = program.grammar(named: name) else { throw .unknownVerb(name) }
        verb = named
        arguments.grammar = named
        if named.other != nil { arguments.words = reader.takeRest()[...] }
      case .endOfOptions: try takeRest()
      }
    }
  }

  mutating func parse() throws(UsageError) -> Invocation {
    try read()
    if reader.seen.contains(Option.version.name) { return .version }
    for option in arguments.options where arguments.grammar.option(named: option.name) == nil {
      throw .unknownOption(option.name)
    }
    if arguments.has(.help) { return .help(verb) }
    let invocation = Invocation.run(
      try arguments.grammar.read(&arguments),
      socket: arguments.value(of: .socket),
      timeLimit: try arguments.value(of: .timeout, as: TimeRange.limit.duration)
    )
    try arguments.end()
    return invocation
  }

  private mutating func readOption(_ name: String) throws(UsageError) {
    guard let option = option(named: name) else { throw .unknownOption(name) }
    if !option.mayRepeat { try reader.rejectRepetition() }
    arguments.options.append(Arguments.Given(name: name, value: try value(of: option)))
    try reader.rejectUnreadValue()
  }

  private mutating func value(of option: Option) throws(UsageError) -> String? {
    guard let parameter = option.value else { return nil }
    let value = parameter.count == .optional ? reader.attachedValue() : try reader.value(parameter.expected)
    if let value, Self.isTooLong(value) {
      throw .wrongValue(option.name, value.inOneLine(atMost: 40), expected: Self.length)
    }
    return value
  }

  /// A longer text could exceed the message limit of the daemon, which would disconnect without an
  /// error.
  private static let longest = 16 << 10
  private static let length = "at most \(longest) bytes"

  private static func isTooLong(_ text: String) -> Bool { text.utf8.count > longest }

  /// An option before the verb may belong to any verb; `parse` checks it when the verb is known.
  func option(named name: String) -> Option? {
    if let verb { return verb.option(named: name) }
    return ([program.overview] + program.verbs).lazy.compactMap { $0.option(named: name) }.first
  }

  private mutating func takeRest() throws(UsageError) {
    guard let verb else { throw .unknownOption("--") }
    let rest = reader.takeRest()
    if verb.takesCommand { arguments.command = rest } else { arguments.words += rest }
  }

  /// What to do about an error in these words.
  func hint(for error: UsageError, in words: [String]) -> String {
    if let hint = program.hint(error, words) { return hint }
    let topic = verb.map { $0.name == HelpVerb.name ? $0.name : "\(HelpVerb.name) \($0.name)" } ?? "--help"
    return "see `\(program.name) \(topic)`"
  }
}
