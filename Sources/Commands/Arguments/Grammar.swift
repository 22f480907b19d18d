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
