/// A light's raw values: the maximum, the scale, and the floor, below which only an explicit
/// request can go.
public struct LightRange: Hashable, Codable, Sendable {
  /// The kernel holds raw values in an `int`.
  public static let widest = 2_147_483_647

  public let maximum: Int
  public let scale: Scale
  /// The lowest share unless off is allowed: 1% on screens, 0% on other lights, or the configured
  /// one.
  public let floorShare: Share
  /// The raw value of `floorShare`: at least 1 on screens, where 0 may switch the light off.
  public let floor: Int
  /// The raw values for shares above 0; nil for all.
  public let span: ClosedRange<Int>?

  /// Nil without raw values above 0, or with more than the kernel can count. A floor below that of
  /// the light's kind is raised to it.
  public init?(maximum: Int, scale: Scale, kind: LightKind, floor: Share? = nil, span: ClosedRange<Int>? = nil) {
    guard (1...Self.widest).contains(maximum) else { return nil }
    self.maximum = maximum
    self.scale = scale
    let span = span?.clamped(to: 0...maximum)
    self.span = span.flatMap { $0.count > 1 && $0 != 0...maximum ? $0 : nil }
    let least = kind.showsPicture ? Share(millionthsOfPercent: 1_000_000) : .nothing
    floorShare = max(floor ?? least, least)
    self.floor = Self.raw(of: floorShare, in: self.span ?? 0...maximum, scale)
  }

  private var shares: ClosedRange<Int> { span ?? 0...maximum }

  /// The nearest raw value; at least 1 for a share above 0, so that a light is not switched off by
  /// rounding.
  public func raw(of share: Share) -> Int { Self.raw(of: share, in: shares, scale) }

  /// A share for which `raw(of:)` returns this raw value; outside the span, the share of its nearer
  /// end.
  public func share(of raw: Int) -> Share {
    let maximum = shares.upperBound - shares.lowerBound
    let raw = min(max(raw, shares.lowerBound), shares.upperBound) - shares.lowerBound
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

  private static func raw(of share: Share, in span: ClosedRange<Int>, _ scale: Scale) -> Int {
    let maximum = span.upperBound - span.lowerBound
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
    return share == .nothing ? 0 : max(1, span.lowerBound + nearest)
  }
}

/// Relation between a light's raw values and perceived brightness.
public enum Scale: String, Hashable, Codable, Sendable, CaseIterable {
  /// Raw values are linear in the share.
  case linear
  /// The share is a CIE 1976 lightness, and raw values are linear in its luminance.
  case perceptual

  /// The scale for a value of the kernel's `scale` attribute, which describes the hardware; nil for
  /// a value that no kernel has.
  ///
  /// Raw values that are linear in light need the perceptual curve on top. The kernel says
  /// "non-linear" where the hardware applies such a curve itself, and most drivers say "unknown": a
  /// second curve would be wrong in both cases.
  public init?(attribute: String) {
    switch attribute {
    case "linear": self = .perceptual
    case "non-linear", "unknown": self = .linear
    default: return nil
    }
  }

  // CIE 1976 in lowest terms: Y = ((25 s + 4) / 29)³ from s = 0.08 on, below it the tangent there,
  // Y = 2700 s / 24389.
  private static let shareOfJoint = 0.08
  private static let slopeBelowJoint = 2700.0 / 24389.0

  // Uses only operations that are monotone in floating point, so that a higher share never gives a
  // lower raw value. No libm, because its results differ between versions, and a share must give
  // the same raw value everywhere.
  static func luminance(lightness: Double) -> Double {
    if lightness <= shareOfJoint { return lightness * slopeBelowJoint }
    let root = (25 * lightness + 4) / 29
    return root * root * root
  }

  static func lightness(luminance: Double) -> Double {
    if luminance <= shareOfJoint * slopeBelowJoint { return luminance / slopeBelowJoint }
    return (29 * cubeRoot(luminance) - 4) / 25
  }

  /// Newton's method from above; ends when rounding stops the descent.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = 1.0
    while true {
      let next = root - (root - value / (root * root)) / 3
      if next >= root { return root }
      root = next
    }
  }
}

extension LightRange {
  /// The result of a level, starting from a setting. Only `allowOff` leads below the floor.
  ///
  /// A step by a share moves the light by at least one raw value: on a keyboard with three of them,
  /// repeated steps of 1% would otherwise never move it.
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

  // Every write sends a uevent to all listeners, so a fade has no more steps than an eye can tell
  // apart.
  private static let stepsPerSecond = 30
  /// A longer fade has larger or slower steps, still too small to see.
  private static let mostSteps = 1800

  /// The steps of a fade: distinct raw values, even in time on the light's scale. The first is due
  /// at once, the target when the time is over. A fade that is too short for steps has its target
  /// alone, due at once.
  public func steps(from start: Int, to target: Int, in duration: Duration) -> [LightStep] {
    let parts = Int(min(max(duration / .seconds(1), 0) * Double(Self.stepsPerSecond), Double(Self.mostSteps)))
    var reached: [(raw: Int, part: Int)] = []
    for part in 1..<max(parts, 1) {
      let step = raw(of: share(of: part, of: parts, from: start, to: target))
      if step != reached.last?.raw ?? start, step != target { reached.append((step, part)) }
    }
    guard let first = reached.first?.part else { return [LightStep(target)] }
    let ends = reached.dropFirst().map(\.part) + [parts]
    return zip(reached, ends).map { step, end in
      LightStep(step.raw, lasts: duration * (end - step.part) / (parts - first))
    } + [LightStep(target)]
  }

  private func share(of part: Int, of parts: Int, from start: Int, to target: Int) -> Share {
    let first = Int128(share(of: start).units)
    let last = Int128(share(of: target).units)
    return Share(units: UInt64(first + (last - first) * Int128(part) / Int128(parts)))
  }
}

/// A raw value within a fade, and the time until the next one.
public struct LightStep: Hashable, Sendable {
  public let raw: Int
  public let lasts: Duration

  public init(_ raw: Int, lasts: Duration = .zero) {
    self.raw = raw
    self.lasts = lasts
  }
}
