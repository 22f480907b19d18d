/// A fraction from 0 to 1 with eighteen decimals. Holds a percentage of up to six decimals exactly,
/// so that a client reads back the percentage that it set.
public struct Share: Hashable, Comparable, Sendable, CustomStringConvertible, Codable {
  public static let unitsOfAll: UInt64 = 1_000_000_000_000_000_000
  private static let unitsOfMillionthPercent: UInt64 = 10_000_000_000

  public static let nothing = Share(units: 0)
  public static let all = Share(units: unitsOfAll)

  /// The fraction in units of 10⁻¹⁸.
  public let units: UInt64

  public init(units: UInt64) {
    precondition(units <= Self.unitsOfAll, "a share is at most all")
    self.units = units
  }

  /// Parses `exactText`; nil for any other form, so that a record has one spelling.
  public init?(exactText text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard decimals.count <= 18, let whole = UInt64(parts[0]), whole <= 1 else { return nil }
    let zeros = String(repeating: "0", count: 18 - decimals.count)
    guard let part = UInt64("\(decimals)\(zeros)"), whole == 0 || part == 0 else { return nil }
    self.init(units: whole * Self.unitsOfAll + part)
    if exactText != text { return nil }
  }

  /// The fraction with all its decimals, for records: "0.6".
  public var exactText: String { Self.text(of: units, decimals: 18) }

  /// Rounds to six decimals.
  public init(percent: Double) throws(LevelError) {
    guard percent >= 0, percent <= 100 else { throw .percentOutOfRange(percent) }
    self.init(millionthsOfPercent: UInt64((percent * 1_000_000).rounded()))
  }

  init(millionthsOfPercent: UInt64) { self.init(units: millionthsOfPercent * Self.unitsOfMillionthPercent) }

  public var percent: Double { Double(units) / 10_000_000_000_000_000 }

  public static func < (left: Share, right: Share) -> Bool { left.units < right.units }

  func raised(by step: Share) -> Share { Share(units: min(units + step.units, Self.unitsOfAll)) }

  func lowered(by step: Share) -> Share { Share(units: units - min(units, step.units)) }

  /// The percentage with at most six decimals.
  public var description: String {
    let half = Self.unitsOfMillionthPercent / 2
    return Self.text(of: (units + half) / Self.unitsOfMillionthPercent, decimals: 6) + "%"
  }

  /// A number with this many decimals, without trailing zeros.
  private static func text(of number: UInt64, decimals: Int) -> String {
    let digits = String(number)
    var text = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    text.insert(".", at: text.index(text.endIndex, offsetBy: -decimals))
    while text.last == "0" { text.removeLast() }
    return text.last == "." ? String(text.dropLast()) : text
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let share = Share(exactText: text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(text)' is not a share"))
    }
    self = share
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exactText)
  }
}
