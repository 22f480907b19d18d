import BrightnessModel

/// A level that the user chose after the last reading of the light, and the steps that followed.
struct Wish: Equatable, Sendable {
  private let levels: [Level]
  private let allowOff: Bool

  init(_ level: Level, allowOff: Bool, after former: Wish? = nil) {
    // A hundred steps of one percent reach every level, so a light that hangs need not collect
    // more.
    let steps = level.isStep ? former?.levels.suffix(99) ?? [] : []
    levels = steps + [level]
    self.allowOff = allowOff
  }

  /// The base level that results if the light showed `shown` before; nil if it is out of range.
  func base(on shown: Setting, in range: LightRange) -> Base? {
    var setting = shown
    for level in levels {
      guard let next = try? range.outcome(of: level, from: setting, allowOff: allowOff) else { return nil }
      setting = next
    }
    return base(setting, in: range)
  }

  func base(_ setting: Setting, in range: LightRange) -> Base {
    Base(setting, allowsOff: allowOff && setting.raw < range.floor)
  }
}

/// A wish for a light that rested at a level of ours, from before the writer checks whether the
/// light still shows that level.
struct UncheckedWish: Equatable, Sendable {
  var wish: Wish
  var from: Int
}
