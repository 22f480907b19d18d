/// A light that is to be brought back, and what to: the base that its person had when it was first claimed.
public struct Debt: Hashable, Sendable {
  public var light: LightID
  /// What stays when the light comes back under another name: see `LightPlace.anchor`.
  public var anchor: String
  public var kind: LightKind
  public var raw: Int
  /// The range that `raw` is a step of.
  public var maximum: Int
  /// The base as a share, in whatever decimal text its owner understands.
  public var share: String
  /// Whether the person allowed the light to go below its floor.
  public var allowsOff: Bool
  /// What else moved the LED, and is to move it again.
  public var trigger: String?

  public init(
    light: LightID,
    anchor: String,
    kind: LightKind,
    raw: Int,
    maximum: Int,
    share: String,
    allowsOff: Bool = false,
    trigger: String? = nil
  ) {
    self.light = light
    self.anchor = anchor
    self.kind = kind
    self.raw = raw
    self.maximum = maximum
    self.share = share
    self.allowsOff = allowsOff
    self.trigger = trigger
  }
}
