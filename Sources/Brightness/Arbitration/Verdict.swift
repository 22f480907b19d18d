/// What a light should show, and whose claim says so.
public struct Verdict: Hashable, Sendable {
  public let target: Setting
  /// Nobody where the light shows its base.
  public let decider: ClaimOwner?

  /// What a fold over the base has come to: the base's very step where no claim moved it.
  init(_ result: Fraction, decider: ClaimOwner?, base: Base, range: LightRange) {
    let rest = base.target(in: range)
    target = decider == nil ? rest : range.raisedToFloor(range.setting(result.share), orTo: rest)
    self.decider = decider
  }
}

extension LightRange {
  /// Claims stop at the floor, or at a base below it that the person allowed.
  fileprivate func raisedToFloor(_ setting: Setting, orTo base: Setting) -> Setting {
    let raised = raisedToFloor(setting)
    if base.raw >= floor || raised == setting { return raised }
    return setting.raw < base.raw ? base : setting
  }
}
