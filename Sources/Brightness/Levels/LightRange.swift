/// The steps of a light: how many, how they look, and how few it may show unless somebody allows it to go off.
public struct LightRange: Hashable, Sendable {
  /// What the kernel can say: the steps of a light are an `int`.
  public static let widest = 2_147_483_647

  public let maximum: Int
  public let scale: Scale
  /// The least that is shown, as a share: one per cent where a picture is, nothing elsewhere, or what the owner of the light says.
  public let floorShare: Share
  /// The least that is shown, in steps: at least one where a picture is.
  public let floor: Int

  /// Nothing where there are no steps to go, or more than a kernel can count. A floor is never below that of the light's kind.
  public init?(maximum: Int, scale: Scale, kind: LightKind, floor: Share? = nil) {
    guard (1...Self.widest).contains(maximum) else { return nil }
    self.maximum = maximum
    self.scale = scale
    let least = kind.showsPicture ? Share(millionthsOfPercent: 1_000_000) : .nothing
    floorShare = max(floor ?? least, least)
    self.floor = Self.raw(of: floorShare, maximum: maximum, scale: scale)
  }

  /// The nearest step; a share above nothing is at least one step, since whoever asks for a little light does not ask for none.
  public func raw(of share: Share) -> Int {
    Self.raw(of: share, maximum: maximum, scale: scale)
  }

  /// The share that leads to a step, and to no other.
  public func share(of raw: Int) -> Share {
    let raw = min(max(raw, 0), maximum)
    switch scale {
    case .linear:
      let product = UInt64(raw).multipliedFullWidth(by: Share.unitsOfAll)
      return Share(units: UInt64(maximum).dividingFullWidth(product).quotient)
    case .perceptual:
      let lightness = Scale.lightness(luminance: Double(raw) / Double(maximum))
      let units = UInt64((lightness * Double(Share.unitsOfAll)).rounded())
      return Share(units: min(units, Share.unitsOfAll))
    }
  }

  private static func raw(of share: Share, maximum: Int, scale: Scale) -> Int {
    let nearest: Int
    switch scale {
    case .linear:
      let product = share.units.multipliedFullWidth(by: UInt64(maximum))
      let (whole, rest) = Share.unitsOfAll.dividingFullWidth(product)
      nearest = Int(whole) + (rest >= Share.unitsOfAll / 2 ? 1 : 0)
    case .perceptual:
      let lightness = Double(share.units) / Double(Share.unitsOfAll)
      nearest = Int((Scale.luminance(lightness: lightness) * Double(maximum)).rounded())
    }
    return share == .nothing ? 0 : max(1, nearest)
  }
}
