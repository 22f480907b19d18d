import CommandLines

/// Something that the program does, with what it was asked for.
protocol Verb: Sendable {
  /// Empty where no verb is needed.
  static var name: String { get }
  static var grammar: Grammar { get }

  /// Takes out what it understands; what is left over is misuse.
  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does it, on the daemon's address, and says what there is to say.
  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus
}

/// Every verb, in the order of the help.
enum Verbs {
  static let overview: any Verb.Type = OverviewVerb.self

  static let named: [any Verb.Type] = [
    ListVerb.self, GetVerb.self, SetVerb.self, UpVerb.self, DownVerb.self, SessionsVerb.self, CancelVerb.self,
    ResetVerb.self, HoldVerb.self, WatchVerb.self, DoctorVerb.self, HelpVerb.self,
  ]

  /// Those that programs call, and nobody types.
  static let hidden: [any Verb.Type] = [CompleteVerb.self]

  static func named(_ name: String) -> (any Verb.Type)? { (named + hidden).first { $0.name == name } }
}

/// All that is to be known of a verb's words: parsing, help, errors, completions and man pages are made from it.
struct Grammar: Sendable {
  /// Empty where no verb is needed.
  let name: String
  /// What it does, in half a line.
  let summary: String
  let operands: [Operand]
  /// Those of its own; `--help` and `--socket` come in addition.
  let options: [Option]
  /// More to know, a paragraph to each.
  let details: [String]
  let examples: [Example]
  /// Whether a command may follow after `--`.
  let takesCommand: Bool

  struct Example: Sendable {
    /// Without the name of the program.
    let words: String
    let meaning: String

    init(_ words: String, _ meaning: String) {
      self.words = words
      self.meaning = meaning
    }
  }

  init(
    _ name: String,
    _ summary: String,
    operands: [Operand] = [],
    options: [Option] = [],
    details: [String] = [],
    examples: [Example] = [],
    takesCommand: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.examples = examples
    self.takesCommand = takesCommand
  }

  static let program = "brightness"

  var allOptions: [Option] { options + [.socket, .help] }

  func option(named name: String) -> Option? { allOptions.first { $0.name == name } }
}

/// A word that a verb takes.
struct Operand: Sendable, Hashable {
  enum Count: Sendable, Hashable {
    case one, optional, any
  }

  /// As help writes it: `LIGHT`.
  let placeholder: String
  let count: Count
  /// As an error says it: `a level such as 40%`.
  let expected: String
  let kind: WordKind

  init(_ placeholder: String, _ count: Count, _ expected: String, _ kind: WordKind) {
    self.placeholder = placeholder
    self.count = count
    self.expected = expected
    self.kind = kind
  }

  /// As usage lines show it.
  var usage: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// Words that several verbs take.
extension Operand {
  static let light = Operand("LIGHT", .optional, "the name of a light", .light)
  static let lights = Operand("LIGHT", .any, "the name of a light", .light)
}

/// An option that a verb takes, as parsing, help and completions see it.
struct Option: Sendable, Hashable {
  /// With its hyphens.
  let name: String
  let value: Value?
  let meaning: String
  var mayRepeat = false

  /// What stands after the name.
  struct Value: Sendable, Hashable {
    /// As help writes it: `DURATION`.
    let placeholder: String
    /// As an error says it: `a time such as 10m`.
    let expected: String
    let kind: WordKind
  }

  init(_ name: String, _ meaning: String, value: Value? = nil, mayRepeat: Bool = false) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.mayRepeat = mayRepeat
  }
}

/// What a word stands for, so that a shell can complete it.
enum WordKind: Sendable, Hashable {
  case light, level, percentage, step, session, verb, command, path, free
  /// One of few.
  case oneOf([String])
}

/// Options that several verbs take.
extension Option {
  static let help = Option("--help", "says what the verb does")
  static let version = Option("--version", "says which version this is")
  static let json = Option("--json", "one JSON object, described in docs/client.md")
  static let raw = Option("--raw", "bare numbers, in the light's own steps")
  static let percent = Option("--percent", "bare numbers, in per cent")
  static let socket = Option(
    "--socket",
    "where the daemon listens, instead of $\(DaemonAddress.variable)",
    value: Value(placeholder: "PATH", expected: "a path", kind: .path)
  )
  static let fade = Option(
    "--fade",
    "how long the light takes on its way, such as 200ms",
    value: Value(placeholder: "TIME", expected: "a time such as 200ms", kind: .free)
  )
  static let allowOff = Option("--allow-off", "lets a panel or a monitor go below its floor, down to black")
}
