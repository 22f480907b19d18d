extension LightRange {
  /// The result of a level, starting from a setting. Only `allowOff` leads below the floor.
  ///
  /// A step by a share moves the light by at least one raw value: on a keyboard with three of them, repeated steps of 1% would
  /// otherwise never move it.
  public func outcome(of level: Level, from now: Setting, allowOff: Bool = false) throws(LevelError) -> Setting {
    let lowest = allowOff ? setting(raw: 0) : setting(floorShare)
    switch level {
    case .share(let share): return allowOff ? setting(share) : raisedToFloor(setting(share))
    case .raw(let raw):
      guard (0...maximum).contains(raw) else { throw .rawOutOfRange(raw, maximum: maximum) }
      return allowOff ? setting(raw: raw) : raisedToFloor(setting(raw: raw))
    case .up(let step): return upwards(step, from: now, lowest: lowest)
    case .down(let step): return downwards(step, from: now, lowest: lowest)
    }
  }

  private func upwards(_ step: Level.Step, from now: Setting, lowest: Setting) -> Setting {
    let highest = setting(.all)
    guard now.raw < highest.raw else { return now.raw > highest.raw ? now : highest }
    let wished =
      switch step {
      case .share(let share): setting(now.share.raised(by: share))
      case .raw(let steps): setting(raw: now.raw + min(max(steps, 1), highest.raw - now.raw))
      }
    let moved = wished.raw > now.raw ? wished : setting(raw: now.raw + 1)
    return moved.raw < lowest.raw ? lowest : moved
  }

  private func downwards(_ step: Level.Step, from now: Setting, lowest: Setting) -> Setting {
    guard now.raw > lowest.raw else { return now.raw < lowest.raw ? now : lowest }
    let wished =
      switch step {
      case .share(let share): setting(now.share.lowered(by: share))
      case .raw(let steps): setting(raw: now.raw - min(max(steps, 1), now.raw))
      }
    let moved = wished.raw < now.raw ? wished : setting(raw: now.raw - 1)
    return moved.raw < lowest.raw || moved.share < lowest.share ? lowest : moved
  }

  // Every write costs a uevent to all listeners, so that a fade has no more steps than an eye can tell apart.
  private static let stepsPerSecond = 30
  /// A longer fade has larger or slower steps, still too small to see.
  private static let mostSteps = 1800

  /// The steps of a fade: distinct raw values, even in time on the light's scale. The first is due at once, the goal when the time
  /// is over. A fade that is too short for steps has its goal alone, due at once.
  public func steps(from start: Int, to goal: Int, in duration: Duration) -> [LightStep] {
    let parts = Int(min(max(duration / .seconds(1), 0) * Double(Self.stepsPerSecond), Double(Self.mostSteps)))
    var reached: [(raw: Int, part: Int)] = []
    for part in 1..<max(parts, 1) {
      let step = raw(of: share(of: part, of: parts, from: start, to: goal))
      if step != reached.last?.raw ?? start, step != goal { reached.append((step, part)) }
    }
    guard let first = reached.first?.part else { return [LightStep(goal)] }
    let ends = reached.dropFirst().map(\.part) + [parts]
    return zip(reached, ends).map { step, end in
      LightStep(step.raw, lasts: duration * (end - step.part) / (parts - first))
    } + [LightStep(goal)]
  }

  private func share(of part: Int, of parts: Int, from start: Int, to goal: Int) -> Share {
    let (first, last) = (Int128(share(of: start).units), Int128(share(of: goal).units))
    return Share(units: UInt64(first + (last - first) * Int128(part) / Int128(parts)))
  }
}

/// A raw value within a fade, and the time until the next one.
public struct LightStep: Hashable, Sendable {
  public let raw: Int
  public let lasts: Duration

  public init(_ raw: Int, lasts: Duration = .zero) {
    (self.raw, self.lasts) = (raw, lasts)
  }
}
