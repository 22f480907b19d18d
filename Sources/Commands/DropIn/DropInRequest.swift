import CommandLines
import ControlAPI
import EventLoop

/// What is asked for in brightnessctl's words.
enum DropInRequest: Sendable, Hashable {
  case help, version
  case run(DropInCall)

  init(_ words: [String]) throws(UsageError) {
    var reader = DropInReader(words)
    var call = DropInCall()
    var words: [String] = []
    while let part = try reader.next() {
      switch part {
      case .word(let word): words.append(word)
      case .option(.help, _):
        self = .help
        return
      case .option(.version, _):
        self = .version
        return
      case .option(let option, let value): try call.take(option, value)
      }
    }
    call.operation = try DropInOperation(words)
    self = .run(call)
  }
}

/// What is done with the light that was chosen.
enum DropInOperation: Sendable, Hashable {
  case info, get, max
  case set(DropInValue)

  static let names = ["info", "get", "max", "set"]

  /// The name may be cut short.
  init(_ words: [String]) throws(UsageError) {
    var words = words[...]
    let word = words.popFirst() ?? "info"
    switch Self.names.first(where: { !word.isEmpty && $0.hasPrefix(word) }) {
    case "info": self = .info
    case "get": self = .get
    case "max": self = .max
    case "set":
      guard let value = words.popFirst() else { throw .missingValue(word, expected: "a value such as 50% or +10%") }
      self = .set(try DropInValue(word: value))
    default: throw .unknownVerb(word)
    }
    if let word = words.first { throw .unexpectedWord(word, expected: "no more words") }
  }
}

extension DropInCall {
  fileprivate mutating func take(_ option: DropInOption, _ value: String?) throws(UsageError) {
    switch option {
    case .list: lists = true
    case .quiet: isQuiet = true
    case .pretend: isPretence = true
    case .machineReadable: isForMachines = true
    case .save: saves = true
    case .restore: restores = true
    case .device: choice.name = value
    case .subsystem: choice.subsystem = value
    case .minValue: minimum = try number(value ?? "1", option)
    case .exponent: exponent = try number(value ?? "4", option)
    case .help, .version: break
    }
    if minimum.map({ $0 < 0 }) == true || exponent.map({ $0 <= 0 || !$0.isFinite }) == true {
      throw .wrongValue("--\(option.longName)", value ?? "", expected: option.expected)
    }
  }

  private func number<Number: LosslessStringConvertible>(
    _ text: String,
    _ option: DropInOption
  ) throws(UsageError) -> Number {
    guard let number = Number(text) else {
      throw .wrongValue("--\(option.longName)", text, expected: option.expected)
    }
    return number
  }
}

/// What brightnessctl's `set` is given: `50%`, `500`, `+10%`, `10%-`, `+10` or `10-`.
struct DropInValue: Sendable, Hashable {
  enum Direction: Sendable, Hashable {
    case up, down
  }

  enum Amount: Sendable, Hashable {
    case percent(Double)
    case raw(Int)
  }

  let amount: Amount
  /// Nil for where it goes to, not how far.
  let direction: Direction?

  init(_ amount: Amount, _ direction: Direction? = nil) {
    self.amount = amount
    self.direction = direction
  }

  /// The sign may stand on either side; above all there is, is all there is.
  init(word: String) throws(UsageError) {
    let expected = "a value such as 50%, 500, +10%, 10%-, +10 or 10-"
    let wrong = UsageError.wrongValue("set", word.inOneLine(atMost: 40), expected: expected)
    var rest = Substring(word)
    var sign: Character?
    if let first = rest.first, "+-".contains(first) { sign = rest.removeFirst() }
    if sign == nil, let last = rest.last, "+-".contains(last) { sign = rest.removeLast() }
    guard let amount = Self.amount(rest) else { throw wrong }
    if sign != nil, amount.isNothing { throw wrong }
    self.init(amount, sign.map { $0 == "+" ? .up : .down })
  }

  private static func amount(_ text: Substring) -> Amount? {
    if text.last != "%" { return text.first == "+" || text.first == "-" ? nil : Int(text).map(Amount.raw) }
    do throws(LevelExpectation) {
      return .percent(try Double(percentage: String(text)))
    } catch {
      return error == .percentInRange ? .percent(100) : nil
    }
  }
}

extension DropInValue.Amount {
  fileprivate var isNothing: Bool { self == .percent(0) || self == .raw(0) }
}
