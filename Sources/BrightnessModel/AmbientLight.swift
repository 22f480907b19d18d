/// The light that falls on a sensor, in thousandths of a lux.
public struct Illuminance: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// More than the sun gives. Larger values of a sensor count as this one.
  public static let brightest = Illuminance(millilux: 200_000_000)

  public let millilux: Int

  /// A value outside of 0 to `brightest` becomes the nearer of the two.
  public init(millilux: Int) { self.millilux = min(max(millilux, 0), 200_000_000) }

  public init(lux: Int) { self.init(millilux: min(max(lux, 0), 200_000) * 1000) }

  /// Nil for a negative number, and for NaN.
  public init?(lux: Double) {
    guard lux >= 0 else { return nil }
    self.init(millilux: Int((min(lux, 200_000) * 1000).rounded()))
  }

  /// In lux, with at most three decimals.
  public var description: String {
    let (lux, rest) = millilux.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(lux) lux" }
    var decimals = String(String(1000 + rest).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return "\(lux).\(decimals) lux"
  }

  public static func < (left: Illuminance, right: Illuminance) -> Bool { left.millilux < right.millilux }

  private enum CodingKeys: CodingKey { case millilux }

  public init(from decoder: any Decoder) throws {
    self.init(millilux: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .millilux))
  }
}

/// The light in the room on a scale that is even for the eye: 64 steps are one stop, which doubles
/// the light.
///
/// It is a logarithm of 1 + lux/4 made of straight pieces, one for each stop. The 4 lux keep a
/// sensor calm that counts whole lux: in the dark each lux is a quarter of a stop and not a
/// doubling.
public struct AmbientLight: Hashable, Comparable, Codable, Sendable {
  /// The steps of a doubling.
  public static let stop = 64
  private static let offset = 4000

  public static let brightest = AmbientLight(.brightest)

  public let steps: Int

  public init(_ illuminance: Illuminance) {
    let light = illuminance.millilux + Self.offset
    // The number of whole doublings of the offset.
    let stops = Int.bitWidth - 1 - (light / Self.offset).leadingZeroBitCount
    let start = Self.offset << stops
    steps = stops * Self.stop + (light - start) * Self.stop / start
  }

  /// A number of steps outside of the scale becomes the nearer end.
  public init(steps: Int) { self.steps = min(max(steps, 0), Self.brightest.steps) }

  /// The least illuminance that has this place on the scale.
  public var illuminance: Illuminance {
    let (stops, part) = steps.quotientAndRemainder(dividingBy: Self.stop)
    let product = (Self.offset << stops) * (Self.stop + part)
    return Illuminance(millilux: (product + Self.stop - 1) / Self.stop - Self.offset)
  }

  /// The largest illuminance that has this place on the scale.
  public var highestIlluminance: Illuminance {
    self == .brightest ? .brightest : Illuminance(millilux: AmbientLight(steps: steps + 1).illuminance.millilux - 1)
  }

  public static func < (left: AmbientLight, right: AmbientLight) -> Bool { left.steps < right.steps }

  private enum CodingKeys: CodingKey { case steps }

  public init(from decoder: any Decoder) throws {
    self.init(steps: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .steps))
  }

  /// How far apart two lights are.
  public func distance(to other: AmbientLight) -> Int { abs(steps - other.steps) }
}
