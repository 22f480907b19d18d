import BrightnessControl
import BrightnessEventLoop
import CommandLines
import Commands

struct DropInOption {
  typealias Effect = (inout DropInCall, String?) throws(UsageError) -> Void

  let letter: Character
  let name: String
  let meaning: String
  /// Its value; an optional value is attached to the option, or the next word if that is a number.
  let value: Parameter?
  let apply: Effect

  init(_ letter: Character, _ name: String, _ meaning: String, _ value: Parameter? = nil, apply: @escaping Effect) {
    self.letter = letter
    self.name = name
    self.meaning = meaning
    self.value = value
    self.apply = apply
  }

  static var all: [DropInOption] {
    let reading = "print name, class, steps, percent and maximum as one line with commas"
    let pretending = "change nothing, and print the result that a change would have"
    let version = "print the version of brightnessctl whose arguments are accepted"
    let curve = "use percentages on a curve: the share of the steps to this power, by default 4"
    let steps = Parameter(name: "STEPS", expected: "a number of steps", kind: .text(), count: .optional)
    let power = Parameter(name: "POWER", expected: "a number above 0", kind: .text(), count: .optional)
    let device = Parameter(name: "NAME", expected: "the name of a light, or a pattern", kind: .text())
    let subsystem = Parameter(name: "CLASS", expected: "backlight or leds", kind: .text())
    return [
      .init("l", "--list", "list all lights") { call, _ in call.lists = true },
      .init("q", "--quiet", "do not print the new level") { call, _ in call.isQuiet = true },
      .init("p", "--pretend", pretending) { call, _ in call.pretends = true },
      .init("m", "--machine-readable", reading) { call, _ in call.isMachineReadable = true },
      .init("P", "--percentage", "print the level in percent, for get") { call, _ in call.isPercentage = true },
      .init("n", "--min-value", "lowest level in steps, by default 1; 0 allows black", steps) {
        (call, text) throws(UsageError) in
        call.minimum = try number(text ?? "1", "--min-value", steps) { $0 >= 0 }
      },
      .init("e", "--exponent", curve, power) { (call, text) throws(UsageError) in
        call.exponent = try number(text ?? "4", "--exponent", power) { $0 > 0 && $0.isFinite }
      },
      .init("s", "--save", "save the level before it is changed") { call, _ in call.saves = true },
      .init("r", "--restore", "restore the saved level") { call, _ in call.restores = true },
      .init("h", "--help", "print this help") { call, _ in call.operation = .help },
      .init("d", "--device", "name of the light, or a pattern with *, ? and [ ]", device) { $0.device = $1 },
      .init("c", "--class", "class of the light: backlight or leds", subsystem) { $0.subsystem = $1 },
      .init("V", "--version", version) { call, _ in call.operation = .version },
    ]
  }

  /// Whether an option is one that only brightnessctl has.
  static func isKnown(_ option: String) -> Bool {
    all.contains {
      option == $0.name || option.hasPrefix("-\($0.letter)") && option.dropFirst(2).allSatisfy(\.isNumber)
    }
  }

  private static func number<Number: LosslessStringConvertible>(
    _ text: String,
    _ name: String,
    _ parameter: Parameter,
    where isValid: (Number) -> Bool
  ) throws(UsageError) -> Number {
    guard let number = Number(text), isValid(number) else {
      throw .wrongValue(name, text, expected: parameter.expected)
    }
    return number
  }

  var usage: String {
    "-\(letter), \(name)" + (value.map { $0.count == .optional ? "[=\($0.name)]" : "=\($0.name)" } ?? "")
  }
}

/// Reads a command line like getopt_long(3): letters may be combined, long names shortened, and
/// options stand anywhere. Unlike there, a negative number is a word.
struct DropInReader {
  enum Part {
    case option(DropInOption, String?)
    case word(String)
  }

  private var rest: ArraySlice<String>
  /// The rest of a word with combined letters.
  private var letters: Substring = ""
  private var isPastOptions = false

  init(_ words: [String]) { rest = words[...] }

  mutating func next() throws(UsageError) -> Part? {
    if !letters.isEmpty { return try letter() }
    guard let word = rest.popFirst() else { return nil }
    if isPastOptions || !ArgumentReader.isOption(word) { return .word(word) }
    if word == "--" {
      isPastOptions = true
      return try next()
    }
    guard word.hasPrefix("--") else {
      letters = word.dropFirst()
      return try letter()
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fitting = DropInOption.all.filter { $0.name.hasPrefix(parts[0]) }
    guard fitting.count == 1 else { throw .unknownOption(parts[0]) }
    return .option(fitting[0], try value(of: fitting[0], parts[0], parts.count == 2 ? parts[1] : nil))
  }

  private mutating func letter() throws(UsageError) -> Part {
    let letter = letters.removeFirst()
    guard let option = DropInOption.all.first(where: { $0.letter == letter }) else {
      throw .unknownOption("-\(letter)")
    }
    if option.value == nil { return .option(option, nil) }
    let attached = letters.isEmpty ? nil : String(letters)
    letters = ""
    return .option(option, try value(of: option, "-\(letter)", attached))
  }

  private mutating func value(of option: DropInOption, _ name: String, _ text: String?) throws(UsageError) -> String? {
    guard let value = option.value else {
      if let text { throw .unexpectedValue(name, text) }
      return nil
    }
    if value.count == .optional {
      if let text { return text.first == "=" ? String(text.dropFirst()) : text }
      return rest.first.map(Self.isNumber) == true ? rest.popFirst() : nil
    }
    guard let text = text ?? rest.popFirst() else { throw .missingValue(name, expected: value.expected) }
    return text
  }

  private static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension DropInCall {
  /// Parses a command line; after `--help` or `--version` nothing is read.
  init(_ arguments: [String]) throws(UsageError) {
    var reader = DropInReader(arguments)
    var words: [String] = []
    while let part = try reader.next() {
      switch part {
      case .word(let word): words.append(word)
      case .option(let option, let value):
        try option.apply(&self, value)
        if [.help, .version].contains(operation) { return }
      }
    }
    operation = try DropInOperation(words)
  }
}

enum DropInOperation: Sendable, Hashable {
  case info, get, max, help, version
  case set(Level)

  /// Reads an operation, whose name may be shortened. Empty words at the end are ignored, since
  /// shells send some for options that are off.
  init(_ words: [String]) throws(UsageError) {
    var words = words[...]
    while words.last?.isEmpty == true { words.removeLast() }
    let word = words.popFirst() ?? "info"
    switch ["info", "get", "max", "set"].first(where: { !word.isEmpty && $0.hasPrefix(word) }) {
    case "info": self = .info
    case "get": self = .get
    case "max": self = .max
    case "set":
      guard let value = words.popFirst() else { throw .missingValue(word, expected: "a value such as 50% or +10%") }
      self = .set(try Level(dropIn: value))
    default: throw .unknownVerb(word)
    }
    if let word = words.first { throw .unexpectedWord(word, expected: "no more arguments") }
  }
}

extension Level {
  /// Reads a value of brightnessctl's `set`: `50%`, `500`, `+10%`, `10%-`, `+10` or `10-`. A
  /// percentage above 100 is 100. A fraction of a step and decimals after the sixth are cut,
  /// because shells send numbers as JavaScript computes them.
  init(dropIn argument: String) throws(UsageError) {
    var rest = Substring(argument)
    var sign: Character?
    if let first = rest.first, "+-".contains(first) { sign = rest.removeFirst() }
    if sign == nil, let last = rest.last, "+-".contains(last) { sign = rest.removeLast() }
    switch (Self.amount(rest), sign) {
    case (let level?, nil): self = level
    case (.percent(let percent), let sign?) where percent > 0: self = .changePercent(sign == "+" ? percent : -percent)
    case (.raw(let raw), let sign?) where raw > 0: self = .changeRaw(sign == "+" ? raw : -raw)
    default:
      let expected = "a value such as 50%, 500, +10%, 10%-, +10 or 10-"
      throw .wrongValue("set", argument.inOneLine(atMost: 40), expected: expected)
    }
  }

  private static func amount(_ text: Substring) -> Self? {
    let unit = text.last == "%" ? "%" : ""
    let parts = text.dropLast(unit.count).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }) else { return nil }
    if unit.isEmpty { return Int(parts[0]).map(Self.raw) }
    let decimals = parts.count == 2 ? ".\(parts[1].prefix(6))" : ""
    do throws(LevelSyntaxError) {
      return .percent(try Double(percentage: "\(parts[0])\(decimals)%"))
    } catch {
      return error == .percentInRange ? .percent(100) : nil
    }
  }
}
