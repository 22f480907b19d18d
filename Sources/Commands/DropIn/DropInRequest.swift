import CommandLines
import ControlAPI
import EventLoop

extension DropInCall {
  /// Parses a command line; after `--help` or `--version` nothing is read.
  init(_ arguments: [String]) throws(UsageError) {
    var reader = DropInReader(arguments)
    var words: [String] = []
    while let part = try reader.next() {
      switch part {
      case .word(let word): words.append(word)
      case .option(let option, let value):
        try take(option, value)
        if [.help, .version].contains(operation) { return }
      }
    }
    operation = try DropInOperation(words)
  }
}

enum DropInOperation: Sendable, Hashable {
  case info, get, max, help, version
  case set(Level)

  /// Reads an operation, whose name may be shortened.
  init(_ words: [String]) throws(UsageError) {
    var words = words[...]
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

extension DropInCall {
  fileprivate mutating func take(_ option: DropInOption, _ value: String?) throws(UsageError) {
    switch option.target {
    case .flag(let flag): self[keyPath: flag] = true
    case .name(let name): self[keyPath: name] = value
    case .minimum: minimum = try number(value ?? "1", option) { $0 >= 0 }
    case .exponent: exponent = try number(value ?? "4", option) { $0 > 0 && $0.isFinite }
    case .operation(let asked): operation = asked
    }
  }

  private func number<Number: LosslessStringConvertible>(
    _ text: String,
    _ option: DropInOption,
    where isValid: (Number) -> Bool
  ) throws(UsageError) -> Number {
    guard let number = Number(text), isValid(number) else {
      throw .wrongValue(option.name, text, expected: option.value?.expected ?? "")
    }
    return number
  }
}

extension Level {
  /// Reads a value of brightnessctl's `set`: `50%`, `500`, `+10%`, `10%-`, `+10` or `10-`. A percentage above 100 is 100.
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
    if text.last != "%" { return text.first == "+" || text.first == "-" ? nil : Int(text).map(Self.raw) }
    do throws(LevelExpectation) {
      return .percent(try Double(percentage: String(text)))
    } catch {
      return error == .percentInRange ? .percent(100) : nil
    }
  }
}
