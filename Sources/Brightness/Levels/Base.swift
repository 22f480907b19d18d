/// What the person wants of a light when nothing holds it.
public struct Base: Hashable, Sendable {
  public var setting: Setting
  /// Whether the person allowed the light to go below its floor.
  public var allowsOff: Bool

  public init(_ setting: Setting, allowsOff: Bool = false) {
    self.setting = setting
    self.allowsOff = allowsOff
  }

  /// What the light is brought back to: the person's very step, or the floor where that lies below and was not allowed.
  public func target(in range: LightRange) -> Setting {
    allowsOff || setting.raw >= range.floor ? setting : range.raisedToFloor(setting)
  }
}
