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
