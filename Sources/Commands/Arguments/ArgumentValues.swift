import CommandLines
import ControlAPI
import EventLoop

extension Duration {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Reads `200ms`, `90s`, `10m` or `1h30m`: whole numbers with units in descending order.
  init(argument: String) throws(UsageError) {
    guard let milliseconds = Self.milliseconds(of: argument), milliseconds > 0 else {
      throw .unexpectedWord(argument.inOneLine(atMost: 40), expected: "a time such as 200ms, 90s, 10m or 1h30m")
    }
    self = .milliseconds(milliseconds)
  }

  private static func milliseconds(of text: String) -> Int64? {
    var rest = Substring(text)
    var units = units[...]
    var sum: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let count = Int64(digits), let index = units.firstIndex(where: { $0.name == name }) else { return nil }
      let (part, partOverflows) = count.multipliedReportingOverflow(by: units[index].milliseconds)
      let (total, totalOverflows) = sum.addingReportingOverflow(part)
      if partOverflows || totalOverflows { return nil }
      sum = total
      units = units[(index + 1)...]
    }
    return sum
  }

  /// The time in its two largest units: `1h30m`, `12s`.
  var short: String {
    var rest = components.seconds
    var parts: [String] = []
    for unit in Self.units where unit.milliseconds >= 1000 && parts.count < 2 {
      let (count, left) = rest.quotientAndRemainder(dividingBy: unit.milliseconds / 1000)
      rest = left
      if count > 0 || !parts.isEmpty { parts.append(count > 0 ? "\(count)\(unit.name)" : "") }
    }
    return parts.isEmpty ? "0s" : parts.joined()
  }
}

extension Level {
  init(argument: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Self(text: argument)
    } catch {
      throw .unexpectedWord(argument.inOneLine(atMost: 40), expected: "\(error)")
    }
  }

  /// Reads the unsigned step of `up` and `down`: `5%` or `raw:10`.
  init(step: String, isDown: Bool) throws(UsageError) {
    switch try Self(argument: step) {
    case .percent(let percent) where percent > 0 && step.last == "%": self = .changePercent(isDown ? -percent : percent)
    case .raw(let raw) where raw > 0: self = .changeRaw(isDown ? -raw : raw)
    default: throw .unexpectedWord(step.inOneLine(atMost: 40), expected: "a step such as 5% or raw:10")
    }
  }
}

extension Double {
  /// Reads a percentage.
  init(argument: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Double(percentage: argument)
    } catch {
      let isNumber = error == .percentInRange || error == .decimals
      let expected = isNumber ? "\(error)" : "a percentage such as 40% or 50.5%"
      throw .unexpectedWord(argument.inOneLine(atMost: 40), expected: expected)
    }
  }
}
