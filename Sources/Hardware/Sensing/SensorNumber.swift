import BrightnessModel

/// A number in a file of a light sensor, exact to a billionth.
///
/// Drivers print whole numbers, and fractions of six or nine decimals (`__iio_format_value` in
/// drivers/iio/industrialio-core.c of Linux 6.1).
struct SensorNumber: Hashable, Sendable {
  static let wanted = "a number up to 4294967296 with at most nine decimals"
  static let zero = SensorNumber(billionths: 0)
  static let one = SensorNumber(billionths: 1_000_000_000)

  /// At most 2³² in size, so that the product of a sum and another number cannot overflow.
  let billionths: Int128

  private init(billionths: Int128) { self.billionths = billionths }

  /// Parses digits with at most one sign and one point: no exponent, no `nan`, no space.
  init?(attribute text: some StringProtocol) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Self.number(parts[0], digits: 1...10) else { return nil }
    var billionths = whole * Self.one.billionths
    if parts.count > 1 {
      guard var fraction = Self.number(parts[1], digits: 1...9) else { return nil }
      for _ in parts[1].count..<9 { fraction *= 10 }
      billionths += fraction
    }
    guard billionths <= 1 << 32 * Self.one.billionths else { return nil }
    self.billionths = isNegative ? -billionths : billionths
  }

  private static func number(_ digits: some Collection<UInt8>, digits count: ClosedRange<Int>) -> Int128? {
    guard count ~= digits.count, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
  }
}

extension Illuminance {
  /// The light of a raw value, cut to whole thousandths of a lux; nil if it is negative.
  ///
  /// The formula is that of Documentation/ABI/testing/sysfs-bus-iio of Linux.
  init?(raw: SensorNumber, offset: SensorNumber = .zero, scale: SensorNumber = .one) {
    let product = (raw.billionths + offset.billionths) * scale.billionths
    guard product >= 0 else { return nil }
    self.init(millilux: Int(clamping: product / 1_000_000_000_000_000))
  }
}
