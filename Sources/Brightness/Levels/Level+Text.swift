extension Level {
  /// Reads `40%`, `50.5%`, `+5%`, `-5%`, `raw:1234`, `raw:+1`, `raw:-1`, `max` or `min`, and nothing else.
  public init(_ text: String) throws(LevelError) {
    do throws(LevelError.Expectation) {
      self = try Self.read(Substring(text).utf8)
    } catch {
      throw .unreadable(text, error)
    }
  }

  private static func read(_ text: Substring.UTF8View) throws(LevelError.Expectation) -> Level {
    if text.elementsEqual("max".utf8) { return .maximum }
    if text.elementsEqual("min".utf8) { return .minimum }
    if text.starts(with: "raw:".utf8) {
      let (direction, digits) = directed(text.dropFirst(4))
      let steps = try rawNumber(digits)
      return try direction.level(steps == 0, .raw(steps), step: .raw(steps))
    }
    let (direction, number) = directed(text)
    let share = try percentage(number)
    return try direction.level(share == .nothing, .share(share), step: .share(share))
  }

  private enum Direction {
    case to, up, down

    func level(_ isNothing: Bool, _ level: Level, step: Step) throws(LevelError.Expectation) -> Level {
      if self == .to { return level }
      guard !isNothing else { throw .step }
      return self == .up ? .up(step) : .down(step)
    }
  }

  private static func directed(_ text: Substring.UTF8View) -> (Direction, Substring.UTF8View) {
    switch text.first {
    case UInt8(ascii: "+"): (.up, text.dropFirst())
    case UInt8(ascii: "-"): (.down, text.dropFirst())
    default: (.to, text)
    }
  }

  private static func rawNumber(_ digits: Substring.UTF8View) throws(LevelError.Expectation) -> Int {
    guard areDigits(digits) else { throw .rawNumber }
    guard let number = number(digits, limit: LightRange.widest) else { throw .rawInRange }
    return number
  }

  private static func percentage(_ text: Substring.UTF8View) throws(LevelError.Expectation) -> Share {
    guard let first = text.first, isDigit(first) else { throw .level }
    guard text.last == UInt8(ascii: "%") else { throw .percent }
    let parts = text.dropLast().split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(areDigits) else { throw .percent }
    let decimals = parts.count == 2 ? Array(parts[1]) : []
    guard decimals.count <= 6 else { throw .decimals }
    let padded = decimals + Array(repeating: UInt8(ascii: "0"), count: 6 - decimals.count)
    guard let millionths = number(parts[0] + padded, limit: 100_000_000) else { throw .percentInRange }
    return Share(millionthsOfPercent: UInt64(millionths))
  }

  /// The number, unless it is above the limit.
  private static func number(_ digits: some Sequence<UInt8>, limit: Int) -> Int? {
    var number = 0
    for digit in digits {
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      if number > limit { return nil }
    }
    return number
  }

  private static func areDigits(_ text: Substring.UTF8View) -> Bool { !text.isEmpty && text.allSatisfy(isDigit) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
