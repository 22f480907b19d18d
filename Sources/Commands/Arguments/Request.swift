import CommandLines
import ControlAPI

/// What a command line asks for.
enum Request {
  /// Nil for the whole program.
  case help(Grammar?)
  case version
  case run(any Verb, socket: String?)

  init(_ words: [String]) throws(Misuse) {
    var reader = RequestReader(words)
    do throws(UsageError) {
      self = try reader.read()
    } catch {
      throw Misuse(error, reader.verb?.grammar)
    }
  }
}

/// A command line that cannot be followed, and the verb that it was meant for, as far as that is known.
struct Misuse: Error {
  let error: UsageError
  let grammar: Grammar?

  init(_ error: UsageError, _ grammar: Grammar?) {
    self.error = error
    self.grammar = grammar
  }
}

/// Reads a command line: options may stand anywhere, and the first word is the verb.
private struct RequestReader {
  private(set) var verb: (any Verb.Type)?
  private var reader: ArgumentReader
  private var arguments = Arguments()

  init(_ words: [String]) {
    reader = ArgumentReader(words)
  }

  mutating func read() throws(UsageError) -> Request {
    while let part = reader.next() {
      switch part {
      case .option(let name): try take(option: name)
      case .word(let word): try take(word: word)
      case .endOfOptions: try takeRest()
      }
    }
    if reader.seen.contains(Option.version.name) { return .version }
    try checkOptions()
    if arguments.has(.help) { return .help(verb?.grammar) }
    let request = Request.run(try arguments.verb.init(&arguments), socket: arguments.value(of: .socket))
    try arguments.end()
    return request
  }

  private mutating func take(option name: String) throws(UsageError) {
    guard let option = option(named: name) else { throw .unknownOption(name) }
    if !option.mayRepeat { try reader.expectOnce() }
    let value: String? = if let value = option.value { try reader.value(value.expected) } else { nil }
    arguments.options.append(Arguments.Given(name: name, value: value))
    try reader.endOption()
  }

  /// Before the verb is known, those of all verbs are; whether they are its own is looked at in the end.
  private func option(named name: String) -> Option? {
    if let verb { return verb.grammar.option(named: name) }
    if name == Option.version.name { return Option.version }
    return ([Verbs.overview] + Verbs.named).lazy.compactMap { $0.grammar.option(named: name) }.first
  }

  private mutating func take(word: String) throws(UsageError) {
    guard verb != nil else {
      guard let named = Verbs.named(word) else { throw .unknownVerb(word) }
      verb = named
      arguments.verb = named
      return
    }
    arguments.words.append(word)
  }

  private mutating func takeRest() throws(UsageError) {
    guard let verb else { throw .unknownOption("--") }
    let rest = reader.takeRest()
    if verb.grammar.takesCommand { arguments.command = rest } else { arguments.words += rest }
  }

  private func checkOptions() throws(UsageError) {
    for option in arguments.options where arguments.grammar.option(named: option.name) == nil {
      throw .unknownOption(option.name)
    }
  }
}

extension Misuse {
  /// What to do instead, in half a line.
  var hint: String {
    switch error {
    case .unknownVerb(let word):
      if (try? LightsInterface.Level(word: word)) != nil { return "did you mean `set \(word)`?" }
      return Self.meant(word, among: Verbs.named.map { $0.grammar.name }) ?? seeHelp
    case .unknownOption(let option):
      let known = grammar?.allOptions ?? Verbs.overview.grammar.allOptions + [.version]
      return Self.meant(option, among: known.map(\.name)) ?? seeHelp
    default: return seeHelp
    }
  }

  private var seeHelp: String {
    guard let grammar, !grammar.name.isEmpty else { return "see `\(Grammar.program) --help`" }
    return "see `\(Grammar.program) help \(grammar.name)`"
  }

  private static func meant(_ word: String, among known: [String]) -> String? {
    word.nearest(among: known).map { "did you mean `\($0)`?" }
  }
}

extension String {
  /// The one of several words of which this may be a slip of the fingers.
  func nearest(among words: [String]) -> String? {
    let near = words.map { (word: $0, distance: distance(to: $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= Swift.max(1, count / 3) else { return nil }
    return near.word
  }

  /// How many letters have to be put in, taken out, changed, or swapped with the next.
  private func distance(to other: String) -> Int {
    let (one, two) = (Array(self), Array(other))
    var rows = [Array(0...two.count)]
    for i in 1..<(one.count + 1) {
      var row = [i]
      for j in 1..<(two.count + 1) {
        let changed = rows[i - 1][j - 1] + (one[i - 1] == two[j - 1] ? 0 : 1)
        row.append(Swift.min(rows[i - 1][j] + 1, row[j - 1] + 1, changed))
        if i > 1, j > 1, one[i - 1] == two[j - 2], one[i - 2] == two[j - 1] {
          row[j] = Swift.min(row[j], rows[i - 2][j - 2] + 1)
        }
      }
      rows.append(row)
    }
    return rows[one.count][two.count]
  }
}
