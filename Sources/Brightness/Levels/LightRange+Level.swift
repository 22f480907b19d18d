/// Where a level leads on a light.
public struct LevelOutcome: Hashable, Sendable {
  public let setting: Setting
  /// Whether a step was asked for and there is none left to take.
  public let atEnd: Bool
}

extension LightRange {
  /// Where a level leads from a setting.
  ///
  /// A step by a share moves the light by at least one of its own steps. Below the floor leads only who allows the light to go off.
  public func outcome(of level: Level, from now: Setting, allowOff: Bool = false) throws(LevelError) -> LevelOutcome {
    let lowest = allowOff ? setting(raw: 0) : setting(floorShare)
    switch level {
    case .share(let share): return reached(allowOff ? setting(share) : raisedToFloor(setting(share)))
    case .raw(let raw):
      guard (0...maximum).contains(raw) else { throw .rawOutOfRange(raw, maximum: maximum) }
      return reached(allowOff ? setting(raw: raw) : raisedToFloor(setting(raw: raw)))
    case .up(let step): return upwards(step, from: now, lowest: lowest)
    case .down(let step): return downwards(step, from: now, lowest: lowest)
    }
  }

  private func reached(_ setting: Setting) -> LevelOutcome { LevelOutcome(setting: setting, atEnd: false) }

  private func upwards(_ step: Level.Step, from now: Setting, lowest: Setting) -> LevelOutcome {
    guard now.raw < maximum else { return LevelOutcome(setting: setting(.all), atEnd: true) }
    let wished =
      switch step {
      case .share(let share): setting(now.share.raised(by: share))
      case .raw(let steps): setting(raw: now.raw + min(max(steps, 1), maximum - now.raw))
      }
    let moved = wished.raw > now.raw ? wished : setting(raw: now.raw + 1)
    return reached(moved.raw < lowest.raw ? lowest : moved)
  }

  private func downwards(_ step: Level.Step, from now: Setting, lowest: Setting) -> LevelOutcome {
    guard now.raw > lowest.raw else { return LevelOutcome(setting: now.raw < lowest.raw ? now : lowest, atEnd: true) }
    let wished =
      switch step {
      case .share(let share): setting(now.share.lowered(by: share))
      case .raw(let steps): setting(raw: now.raw - min(max(steps, 1), now.raw))
      }
    let moved = wished.raw < now.raw ? wished : setting(raw: now.raw - 1)
    return reached(moved.raw < lowest.raw || moved.share < lowest.share ? lowest : moved)
  }
}
