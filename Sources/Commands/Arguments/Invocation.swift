import CommandLines
import ControlAPI

/// A parsed command line.
enum Invocation {
  /// Nil for the whole program.
  case help(Grammar?)
  case version
  case run(any Verb, socket: String?, timeLimit: Duration?)

  init(_ words: [String]) throws(Failure) {
    var parser = CommandLineParser(words)
    do throws(UsageError) {
      self = try parser.parse()
    } catch {
      // A wrapper's own failures must not be mistaken for those of the command, as with env(1) and timeout(1).
      let status = parser.verb?.takesCommand == true && words.contains("--") ? ExitStatus.beforeCommand : nil
      throw Failure(.invalidArguments, status: status, reason: "\(error)", hint: parser.hint(for: error))
    }
  }
}

/// Parses a command line: options may stand anywhere, and the first word is the verb.
struct CommandLineParser {
  private(set) var verb: Grammar?
  private var reader: ArgumentReader
  private(set) var arguments = Arguments()

  init(_ words: [String]) { reader = ArgumentReader(words) }

  /// Reads all words, without checking that the verb accepts them.
  mutating func read() throws(UsageError) {
    while let part = reader.next() {
      switch part {
      case .option(let name): try take(option: name)
      case .word(let word) where verb != nil: arguments.words.append(word)
      case .word(let name):
        guard let named = Verbs.grammar(named: name) else { throw .unknownVerb(name) }
        (verb, arguments.grammar) = (named, named)
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
      timeLimit: try arguments.value(of: .timeout, as: Duration.init(argument:))
    )
    try arguments.end()
    return invocation
  }

  private mutating func take(option name: String) throws(UsageError) {
    guard let option = option(named: name) else { throw .unknownOption(name) }
    if !option.mayRepeat { try reader.expectOnce() }
    arguments.options.append(Arguments.Given(name: name, value: try value(of: option)))
    try reader.endOption()
  }

  private mutating func value(of option: Option) throws(UsageError) -> String? {
    guard let value = option.value else { return nil }
    return value.count == .optional ? reader.attachedValue() : try reader.value(value.expected)
  }

  /// Options before the verb may be those of any verb; `parse` checks them when the verb is known.
  func option(named name: String) -> Option? {
    if let verb { return verb.option(named: name) }
    return ([Verbs.overview] + Verbs.visible).lazy.compactMap { $0.option(named: name) }.first
  }

  private mutating func takeRest() throws(UsageError) {
    guard let verb else { throw .unknownOption("--") }
    let rest = reader.takeRest()
    if verb.takesCommand { arguments.command = rest } else { arguments.words += rest }
  }

  func hint(for error: UsageError) -> String {
    let meant: String? =
      switch error {
      case .unknownVerb(let word) where (try? Level(argument: word)) != nil: "set \(word)"
      case .unknownVerb(let word): word.nearest(among: Verbs.visible.map(\.name))
      case .unknownOption(let option):
        option.nearest(among: (verb ?? Verbs.overview).allOptions.map(\.name))
      case .unexpectedWord(let word, _): verb?.operands.first?.kind.level(meantBy: word)
      case .wrongValue(let option, let word, _): verb?.option(named: option)?.value?.kind.level(meantBy: word)
      default: nil
      }
    if let meant { return "did you mean `\(meant)`?" }
    return "see `\(Grammar.program) \(verb.map { "help \($0.name)" } ?? "--help")`"
  }
}

extension Parameter.Kind {
  /// The level that other programs write like this: `40`, `5%-`, `+5`.
  fileprivate func level(meantBy word: String) -> String? {
    guard self == .level || [.percentage, .step].contains(self) && word.allSatisfy(\.isNumber) else { return nil }
    var digits = word[...]
    var sign = ""
    if let last = digits.last, "+-".contains(last) { sign = String(digits.removeLast()) }
    if sign.isEmpty, let first = digits.first, "+-".contains(first) { sign = String(digits.removeFirst()) }
    if digits.last == "%" { digits.removeLast() }
    let meant = "\(sign)\(digits)%"
    guard meant != word, digits.first?.isNumber == true, (try? Level(argument: meant)) != nil else { return nil }
    return meant
  }
}

extension String {
  /// The word that this may be a misspelling of.
  func nearest(among words: [String]) -> String? {
    let near = words.map { (word: $0, distance: distance(to: $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= Swift.max(1, count / 3) else { return nil }
    return near.word
  }

  /// The number of letters to insert, delete, replace, or put elsewhere.
  private func distance(to other: String) -> Int {
    let changes = other.difference(from: self)
    return Swift.max(changes.insertions.count, changes.removals.count)
  }
}
