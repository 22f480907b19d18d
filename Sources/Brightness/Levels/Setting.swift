/// A step of a light, and the share that it is said to be.
///
/// A share that was asked for is kept as long as the step is the one it led to. Any other step is said as what it is.
public struct Setting: Hashable, Sendable {
  public let raw: Int
  public let share: Share

  init(raw: Int, share: Share) {
    self.raw = raw
    self.share = share
  }
}

extension LightRange {
  public func setting(raw: Int) -> Setting {
    let raw = min(max(raw, 0), maximum)
    return Setting(raw: raw, share: share(of: raw))
  }

  /// The step with the share that it was said to be; nil if that leads to another one.
  public func setting(raw: Int, said share: Share) -> Setting? {
    self.raw(of: share) == raw ? Setting(raw: raw, share: share) : nil
  }

  public func setting(_ share: Share) -> Setting {
    Setting(raw: raw(of: share), share: share)
  }

  /// The same setting after the light has got this range in place of another: the step if there are as many, else the share.
  public func setting(_ setting: Setting, from other: LightRange) -> Setting {
    if (other.maximum, other.scale) == (maximum, scale) { return setting }
    return other.maximum == maximum ? self.setting(raw: setting.raw) : self.setting(setting.share)
  }

  /// The setting, or the floor where it lies below.
  public func raisedToFloor(_ setting: Setting) -> Setting {
    if setting.raw < floor { return self.setting(floorShare) }
    return setting.share < floorShare ? Setting(raw: setting.raw, share: floorShare) : setting
  }
}
