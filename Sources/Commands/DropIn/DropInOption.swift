import CommandLines

/// The options of brightnessctl, by their letters.
enum DropInOption: Character, CaseIterable, Sendable {
  case list = "l"
  case quiet = "q"
  case pretend = "p"
  case machineReadable = "m"
  case minValue = "n"
  case exponent = "e"
  case save = "s"
  case restore = "r"
  case help = "h"
  case device = "d"
  case `class` = "c"
  case version = "V"

  var name: String { details.name }
  var meaning: String { details.meaning }

  private var details: (name: String, meaning: String) {
    switch self {
    case .list: ("--list", "list all lights")
    case .quiet: ("--quiet", "do not print the new level")
    case .pretend: ("--pretend", "change nothing, and print the result that a change would have")
    case .machineReadable:
      ("--machine-readable", "print name, class, steps, percent and maximum as one line with commas")
    case .minValue: ("--min-value", "lowest level in steps, by default 1; 0 allows black")
    case .exponent: ("--exponent", "use percentages on a curve: the share of the steps to this power, by default 4")
    case .save: ("--save", "save the level before it is changed")
    case .restore: ("--restore", "restore the saved level")
    case .help: ("--help", "print this help")
    case .device: ("--device", "name of the light, or a pattern with *, ? and [ ]")
    case .class: ("--class", "class of the light: backlight or leds")
    case .version: ("--version", "print the version of brightnessctl whose arguments are accepted")
    }
  }

  /// Its value; an optional value is attached to the option, or the next word if that is a number.
  var value: Parameter? {
    switch self {
    case .minValue: Parameter(name: "STEPS", expected: "a number of steps", kind: .text(), count: .optional)
    case .exponent: Parameter(name: "POWER", expected: "a number above 0", kind: .text(), count: .optional)
    case .device: Parameter(name: "NAME", expected: "the name of a light, or a pattern", kind: .text())
    case .class: Parameter(name: "CLASS", expected: "backlight or leds", kind: .text())
    default: nil
    }
  }

  var usage: String {
    "-\(rawValue), \(name)" + (value.map { $0.count == .optional ? "[=\($0.name)]" : "=\($0.name)" } ?? "")
  }
}

/// Reads a command line like getopt_long(3): letters may be combined, long names shortened, and options stand anywhere. Unlike
/// there, a negative number is a word.
struct DropInReader {
  enum Part: Equatable {
    case option(DropInOption, String?)
    case word(String)
  }

  private var rest: ArraySlice<String>
  /// The rest of a word with combined letters.
  private var letters: Substring = ""
  private var isPastOptions = false

  init(_ words: [String]) {
    rest = words[...]
  }

  /// Returns the next option or word; nil at the end.
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
    guard let option = DropInOption(rawValue: letter) else { throw .unknownOption("-\(letter)") }
    if option.value == nil { return .option(option, nil) }
    let attached = letters.isEmpty ? nil : String(letters)
    letters = ""
    return .option(option, try value(of: option, "-\(letter)", attached))
  }

  private mutating func longOption(_ word: String) throws(UsageError) -> Part {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fitting = DropInOption.allCases.filter { $0.name.hasPrefix(parts[0]) }
    guard fitting.count == 1 else { throw .unknownOption(parts[0]) }
    return .option(fitting[0], try value(of: fitting[0], parts[0], parts.count == 2 ? parts[1] : nil))
  }

  private mutating func value(
    of option: DropInOption,
    _ name: String,
    _ attached: String?
  ) throws(UsageError) -> String? {
    guard let value = option.value else {
      if let attached { throw .unexpectedValue(name, attached) }
      return nil
    }
    if value.count == .optional {
      if let attached { return attached.first == "=" ? String(attached.dropFirst()) : attached }
      return rest.first.map(Self.isNumber) == true ? rest.popFirst() : nil
    }
    guard let text = attached ?? rest.popFirst() else { throw .missingValue(name, expected: value.expected) }
    return text
  }

  private static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." }
  }
}
