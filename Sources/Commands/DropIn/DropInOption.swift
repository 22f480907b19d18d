import CommandLines

/// An option of brightnessctl's.
enum DropInOption: CaseIterable, Sendable {
  case list, quiet, pretend, machineReadable, minValue, exponent, save, restore, help, device, subsystem, version

  /// Whether a value comes with it.
  enum Value: Sendable {
    case none
    /// Only as a part of the same word, or as a number in the next.
    case optional
    case required
  }

  var letter: Character {
    switch self {
    case .list: "l"
    case .quiet: "q"
    case .pretend: "p"
    case .machineReadable: "m"
    case .minValue: "n"
    case .exponent: "e"
    case .save: "s"
    case .restore: "r"
    case .help: "h"
    case .device: "d"
    case .subsystem: "c"
    case .version: "V"
    }
  }

  /// Without its hyphens.
  var longName: String {
    switch self {
    case .list: "list"
    case .quiet: "quiet"
    case .pretend: "pretend"
    case .machineReadable: "machine-readable"
    case .minValue: "min-value"
    case .exponent: "exponent"
    case .save: "save"
    case .restore: "restore"
    case .help: "help"
    case .device: "device"
    case .subsystem: "class"
    case .version: "version"
    }
  }

  var value: Value {
    switch self {
    case .minValue, .exponent: .optional
    case .device, .subsystem: .required
    default: .none
    }
  }

  /// What its value should be, as an error says it.
  var expected: String {
    switch self {
    case .minValue: "a number of the light's own steps"
    case .exponent: "a number above 0"
    case .device: "the name of a light, or a pattern"
    case .subsystem: "backlight or leds"
    default: "no value"
    }
  }

  /// For the help, in half a line.
  var meaning: String {
    switch self {
    case .list: "every light, one after the other"
    case .quiet: "says nothing of what was set"
    case .pretend: "changes nothing, and says what would be"
    case .machineReadable: "name, class, steps, per cent and maximum in one line, between commas"
    case .minValue: "does not go below so many of the light's own steps, or 1; with 0, down to black"
    case .exponent: "reads and says per cent on a curve: a share of the steps to this power, or 4"
    case .save: "remembers the level, before it is changed"
    case .restore: "brings back the level that was remembered"
    case .help: "says this"
    case .device: "which light: its name, or a pattern with *, ? and [ ]"
    case .subsystem: "of which class: backlight or leds"
    case .version: "says which version of brightnessctl is spoken"
    }
  }
}

/// The words of a command line as getopt_long(3) has them: letters may stand together, long names may be cut short, and options
/// stand anywhere. A number below nothing is a word here.
struct DropInReader {
  enum Part: Equatable {
    case option(DropInOption, String?)
    case word(String)
  }

  private var rest: ArraySlice<String>
  /// The letters of a word that were not looked at yet.
  private var letters: Substring = ""
  private var isPastOptions = false

  init(_ words: [String]) {
    rest = words[...]
  }

  /// The next option or word; nil at the end.
  mutating func next() throws(UsageError) -> Part? {
    if !letters.isEmpty { return try letter() }
    guard let word = rest.popFirst() else { return nil }
    if isPastOptions || !ArgumentReader.isOption(word) { return .word(word) }
    if word == "--" {
      isPastOptions = true
      return try next()
    }
    if word.hasPrefix("--") { return try longOption(word) }
    letters = word.dropFirst()
    return try letter()
  }

  private mutating func letter() throws(UsageError) -> Part {
    let letter = letters.removeFirst()
    let name = "-\(letter)"
    guard let option = DropInOption.allCases.first(where: { $0.letter == letter }) else { throw .unknownOption(name) }
    if case .none = option.value { return .option(option, nil) }
    let attached = letters.isEmpty ? nil : String(letters)
    letters = ""
    return .option(option, try value(of: option, name, attached))
  }

  private mutating func longOption(_ word: String) throws(UsageError) -> Part {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let fitting = DropInOption.allCases.filter { "--\($0.longName)".hasPrefix(name) }
    guard fitting.count == 1 else { throw .unknownOption(name) }
    return .option(fitting[0], try value(of: fitting[0], name, parts.count == 2 ? parts[1] : nil))
  }

  private mutating func value(
    of option: DropInOption,
    _ name: String,
    _ attached: String?
  ) throws(UsageError) -> String? {
    switch option.value {
    case .none:
      if let attached { throw .unexpectedValue(name, attached) }
      return nil
    case .optional:
      if let attached { return attached.first == "=" ? String(attached.dropFirst()) : attached }
      return rest.first.map(Self.isNumber) == true ? rest.popFirst() : nil
    case .required:
      guard let value = attached ?? rest.popFirst() else { throw .missingValue(name, expected: option.expected) }
      return value
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." }
  }
}
