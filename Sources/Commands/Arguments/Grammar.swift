import CommandLines

/// A verb of a program, with the arguments that it was given.
package protocol Verb: Sendable {
  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus
}

/// The command lines of a program with verbs. It is an object, as each of its grammars is, because
/// the code that copies all their texts would be in the program for each value that refers to one.
package final class ProgramGrammar: Sendable {
  package let name: String
  /// What it is for, as an imperative clause.
  package let summary: String
  /// The program without a verb.
  package let overview: Grammar
  /// In the order of the help.
  package let verbs: [Grammar]
  let hidden: [Grammar]
  /// What the help of the whole program says about names, and about exit statuses.
  let names, statuses: String
  /// What to do about an error in a command line; nil to refer to the help.
  let hint: @Sendable (UsageError, [String]) -> String?

  package init(
    name: String,
    summary: String,
    overview: Grammar,
    verbs: [Grammar],
    hidden: [Grammar],
    names: String,
    statuses: String,
    hint: @escaping @Sendable (UsageError, [String]) -> String? = { _, _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.overview = overview
    self.verbs = verbs
    self.hidden = hidden
    self.names = names
    self.statuses = statuses
    self.hint = hint
  }

  func grammar(named name: String) -> Grammar? { (verbs + hidden).first { $0.name == name } }
}

/// The verbs to which an invalid command line may be corrected.
package enum VerbName {
  package static let hold = "hold"
  package static let set = "set"
  package static let down = "down"
  package static let list = "list"
  package static let cancel = "cancel"
  package static let reset = "reset"
}

/// The command line of a verb. Parsing, help, errors and completions are derived from it, and so is
/// the manual page (`ManualPage`).
package final class Grammar: Sendable {
  /// Empty for the program without a verb.
  package let name: String
  /// An imperative clause.
  package let summary: String
  package let operands: [Parameter]
  /// Its own options; `--help` and `--version` come besides.
  package let options: [Option]
  /// The options that all verbs of the program have.
  let common: [Option]
  /// Further paragraphs of the help.
  package let details: [String]
  package let examples: [(arguments: String, meaning: String)]
  /// Whether a command may follow after `--`.
  package let takesCommand: Bool
  /// The program to which all words after the verb belong; nil if they are read here.
  let other: OtherProgram?
  /// Takes the arguments of the verb out of all; any that are left are refused.
  let read: @Sendable (inout Arguments) throws(UsageError) -> any Verb

  package init(
    name: String,
    summary: String,
    operands: [Parameter] = [],
    options: [Option] = [],
    common: [Option] = [.socket, .timeout],
    details: [String] = [],
    examples: [(arguments: String, meaning: String)] = [],
    takesCommand: Bool = false,
    other: OtherProgram? = nil,
    read: @escaping @Sendable (inout Arguments) throws(UsageError) -> any Verb
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.common = common
    self.details = details
    self.examples = examples
    self.takesCommand = takesCommand
    self.other = other
    self.read = read
  }

  package static let program = "brightness"

  package var allOptions: [Option] { options + common + [.help, .version] }

  func option(named name: String) -> Option? { allOptions.first { $0.name == name } }

  /// The verb with its operands: `set LEVEL [LIGHT…]`.
  var usage: String { ([name] + operands.map(\.usage)).joined(separator: " ") }
}

/// An operand of a verb, or the value of an option.
package struct Parameter: Sendable, Hashable {
  package enum Count: Sendable, Hashable {
    case one, optional, any
    /// May be left out if no operand follows.
    case leading
  }

  /// The placeholder of the help: `LIGHT`.
  package let name: String
  /// Its description in errors: `a level such as 40%`.
  package let expected: String
  let kind: Kind
  package let count: Count

  package init(name: String, expected: String, kind: Kind, count: Count = .one) {
    self.name = name
    self.expected = expected
    self.kind = kind
    self.count = count
  }

  package enum Kind: Sendable, Hashable {
    case light, session, verb, option, command, path
    /// A percentage, after the name of a light and `=` if it is for that light alone.
    case claim
    case time(TimeRange)
    /// Other text, with suggestions.
    case text([String] = [])

    package static let level = Kind.text(["max", "min", "25%", "50%", "75%", "+5%", "-5%"])
    package static let step = Kind.text(["1%", "5%", "10%"])
    package static let percentages = ["25%", "50%", "75%", "100%"]
  }

  var usage: String {
    switch count {
    case .one: name
    case .optional, .leading: "[\(name)]"
    case .any: "[\(name)…]"
    }
  }

  package static let light = Parameter(name: "LIGHT", expected: "the name of a light", kind: .light, count: .optional)
  package static let lights = Parameter(name: "LIGHT", expected: "the name of a light", kind: .light, count: .any)

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, of _: Choice.Type) -> Parameter {
    let choices = Choice.allCases.map(\.rawValue)
    return Parameter(name: name, expected: "one of \(choices.joined(separator: ", "))", kind: .text(choices))
  }
}

package struct Option: Sendable, Hashable {
  package let name: String
  package let meaning: String
  /// One that is optional is attached: `--max=panel`.
  package let value: Parameter?
  let mayRepeat: Bool
  /// Whether the verb needs it, which the verb checks itself.
  let isRequired: Bool

  package init(
    name: String,
    meaning: String,
    value: Parameter? = nil,
    mayRepeat: Bool = false,
    isRequired: Bool = false
  ) {
    self.name = name
    self.meaning = meaning
    self.value = value
    self.mayRepeat = mayRepeat
    self.isRequired = isRequired
  }

  var usage: String {
    guard let value else { return name }
    return value.count == .optional ? "\(name)[=\(value.name)]" : "\(name) \(value.name)"
  }

  static let help = Option(name: "--help", meaning: "print this help, as -h does")
  static let version = Option(name: "--version", meaning: "print the version, as -V does")
  package static let json = Option(name: "--json", meaning: "print one JSON object; see JSON in brightness(1)")
  package static let raw = Option(name: "--raw", meaning: "print plain numbers, in steps of the device")
  package static let percent = Option(name: "--percent", meaning: "print plain numbers, in percent")
  static let socket = Option(
    "--socket",
    "socket of the daemon, instead of $\(DaemonAddress.variable)",
    "PATH",
    "a path",
    .path
  )
  static let timeout = time("--timeout", "time to wait for the daemon's reply, by default 15s", .limit, such: "5s")
  package static let fade = time(
    "--fade",
    "duration of the transition, such as 200ms, at most \(TimeRange.fade.most.short)",
    .fade,
    such: "200ms"
  )
  package static let machine = Option(
    name: "--machine",
    meaning: "print what decides which lights are used, for a report"
  )
  package static let allow = Option(
    "--allow",
    "allow contact with a monitor that was blocked because the machine crashed at the first message to it",
    "MONITOR",
    "the name of a monitor",
    .light
  )
  package static let allowOff = Option(name: "--allow-off", meaning: "let a screen go below its floor, down to black")
  package static let forNow = Option(name: "--for-now", meaning: "keep automatic brightness from learning this level")
}

extension Option {
  package init(_ name: String, _ meaning: String, _ value: String, _ expected: String, _ kind: Parameter.Kind = .text())
  {
    self.init(name: name, meaning: meaning, value: Parameter(name: value, expected: expected, kind: kind))
  }

  package static func time(_ name: String, _ meaning: String, _ range: TimeRange, such example: String) -> Option {
    Option(name, meaning, "TIME", "a time such as \(example)", .time(range))
  }
}
