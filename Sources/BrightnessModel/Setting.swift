/// A raw value of a light and the share reported for it.
///
/// Keeps the requested share while the light shows its raw value. Otherwise a percentage set on a
/// light with few steps would read back as another one.
public struct Setting: Hashable, Codable, Sendable {
  public let raw: Int
  public let share: Share
}

extension LightRange {
  /// The setting of a raw value, limited to the range.
  public func setting(raw: Int) -> Setting {
    let raw = min(max(raw, 0), maximum)
    return Setting(raw: raw, share: share(of: raw))
  }

  /// The setting with a recorded share; nil if that share gives another raw value in this range.
  public func setting(raw: Int, said share: Share) -> Setting? {
    self.raw(of: share) == raw ? Setting(raw: raw, share: share) : nil
  }

  public func setting(_ share: Share) -> Setting { Setting(raw: raw(of: share), share: share) }

  /// Converts a setting from another range of the light: keeps the raw value if the maximum is the
  /// same, and otherwise the share.
  public func setting(_ setting: Setting, from other: LightRange) -> Setting {
    if (other.maximum, other.scale) == (maximum, scale) { return setting }
    return other.maximum == maximum ? self.setting(raw: setting.raw) : self.setting(setting.share)
  }

  /// The setting, raised to the floor if it is below.
  public func raisedToFloor(_ setting: Setting) -> Setting {
    if setting.raw < floor { return self.setting(floorShare) }
    return setting.share < floorShare ? Setting(raw: setting.raw, share: floorShare) : setting
  }
}

/// The brightness of a light that the user chose; it applies while no claim decides.
public struct Base: Hashable, Codable, Sendable {
  public var setting: Setting
  /// Whether the user allowed the light to go below its floor.
  public var allowsOff: Bool

  public init(_ setting: Setting, allowsOff: Bool = false) {
    self.setting = setting
    self.allowsOff = allowsOff
  }

  /// The setting to restore: the user's own, or the floor if it is below and that was not allowed.
  public func target(in range: LightRange) -> Setting {
    allowsOff || setting.raw >= range.floor ? setting : range.raisedToFloor(setting)
  }
}
