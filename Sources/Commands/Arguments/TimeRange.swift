import BrightnessEventLoop
import BrightnessModel
import CommandLines

/// The times that an option takes. The daemon has the same limits.
package struct TimeRange: Sendable, Hashable {
  let least: Duration
  package let most: Duration
  /// The unit of a number without one.
  let unit: String

  package init(least: Duration, most: Duration, unit: String) {
    self.least = least
    self.most = most
    self.unit = unit
  }

  package static let fade = TimeRange(least: .zero, most: SessionLimits.longestFade, unit: "ms")
  /// The time limit of a hold, or of a wait for a reply.
  package static let limit = TimeRange(least: .milliseconds(1), most: SessionLimits.longestTime, unit: "s")

  /// The time without input after which a user is idle.
  static let idle = TimeRange(least: .seconds(1), most: .seconds(86_400), unit: "s")

  /// Reads `200ms`, `90s`, `10m` or `1h30m`: whole numbers with units in descending order.
  package func duration(_ argument: String) throws(UsageError) -> Duration {
    let shown = argument.inOneLine(atMost: 40)
    guard let duration = Duration(argument: argument) else {
      throw .unexpectedWord(shown, expected: "a time such as 200ms, 90s, 10m or 1h30m")
    }
    guard least...most ~= duration else {
      let first = least == .milliseconds(1) ? "1ms" : least.short
      throw .unexpectedWord(shown, expected: "a time from \(first) to \(most.short)")
    }
    return duration
  }

  /// The correct spelling of a time that was written like `10min`, `90 sec`, `0.5s` or `10`.
  func meant(by text: String) -> String? {
    if Duration(argument: text) != nil { return nil }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let name = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    let count = Double(number)
    // A fade of 3 ms makes no sense, so the user meant seconds.
    let plain = unit == "ms" && (count ?? 0) < 20 ? "s" : unit
    let unit = name.isEmpty ? plain : ForeignWords.units[name] ?? name
    guard let length = Duration.milliseconds(in: unit), let count else { return nil }
    let milliseconds = count * Double(length)
    guard milliseconds < 1e12, milliseconds == milliseconds.rounded() else { return nil }
    let duration = Duration.milliseconds(Int64(milliseconds))
    let forms = ["\(number)\(unit)", duration.short, "\(Int64(milliseconds))ms"]
    return forms.first { Duration(argument: $0) == duration && least...most ~= duration }
  }
}

extension Duration {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  fileprivate static func milliseconds(in unit: String) -> Int64? {
    units.first { $0.name == unit }?.milliseconds
  }

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    var rest = Substring(argument)
    var units = Self.units[...]
    var sum: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard !digits.isEmpty, let index = units.firstIndex(where: { $0.name == name }) else { return nil }
      // A larger number counts as the largest of 32 bits: that exceeds every limit, and the sum
      // does not overflow.
      sum += Int64(Int32(digits) ?? .max) * units[index].milliseconds
      units = units[(index + 1)...]
    }
    self = .milliseconds(sum)
  }

  /// The time in its two largest units: `1h30m`, `12s`.
  package var short: String {
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
