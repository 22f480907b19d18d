import CommandLines
import ControlAPI
import EventLoop

extension Duration {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Reads `200ms`, `90s`, `10m` or `1h30m`: whole numbers with units that become smaller.
  init(word: String) throws(UsageError) {
    guard let milliseconds = Self.milliseconds(of: word), milliseconds > 0 else {
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "a time such as 200ms, 90s, 10m or 1h30m")
    }
    self = .milliseconds(milliseconds)
  }

  private static func milliseconds(of word: String) -> Int64? {
    var rest = Substring(word)
    var units = units[...]
    var sum: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let count = Int64(digits), let index = units.firstIndex(where: { $0.name == name }) else { return nil }
      let (part, isTooLong) = count.multipliedReportingOverflow(by: units[index].milliseconds)
      let (total, isTooLongNow) = sum.addingReportingOverflow(part)
      if isTooLong || isTooLongNow { return nil }
      sum = total
      units = units[(index + 1)...]
    }
    return sum
  }

  /// The time in its two largest units, as people say it: `1h30m`, `12s`.
  var inShort: String {
    var rest = components.seconds
    var parts: [String] = []
    for unit in Self.units where unit.milliseconds >= 1000 {
      let (count, left) = rest.quotientAndRemainder(dividingBy: unit.milliseconds / 1000)
      rest = left
      guard count > 0 || !parts.isEmpty else { continue }
      parts.append(count > 0 ? "\(count)\(unit.name)" : "")
      if parts.count == 2 { break }
    }
    return parts.isEmpty ? "0s" : parts.joined()
  }
}

extension LightsInterface.Level {
  /// A level as it stands on a command line.
  init(word: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Self(text: word)
    } catch {
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "\(error)")
    }
  }

  /// A step without its direction, as `up` and `down` take it: `5%` or `raw:10`.
  init(step word: String, isDown: Bool) throws(UsageError) {
    let level = try Self(word: word)
    switch level {
    case .percent(let percent) where percent > 0 && word.last == "%": self = .changePercent(isDown ? -percent : percent)
    case .raw(let raw) where raw > 0: self = .changeRaw(isDown ? -raw : raw)
    default: throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "a step such as 5% or raw:10")
    }
  }
}

extension Double {
  /// A percentage as it stands on a command line.
  init(word: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Double(percentage: word)
    } catch {
      let isNumber = error == .percentInRange || error == .decimals
      let expected = isNumber ? "\(error)" : "a percentage such as 40% or 50.5%"
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: expected)
    }
  }
}
