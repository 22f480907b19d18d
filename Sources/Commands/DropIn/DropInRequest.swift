import CommandLines

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
