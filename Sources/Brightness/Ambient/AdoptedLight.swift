import BrightnessModel

/// The light in the room that levels follow. Readings of the sensor become it when they have stood
/// long enough.
///
/// A shadow, a lamp that flickers and a train ride between trees must move nothing, and a lamp
/// that is switched on should be followed within seconds. Readings within a band around the
/// adopted light change nothing. Readings in a row beyond it, on one side, are a run. When
/// brighter light has stood for two seconds, or darker light, which hurts nobody, for four, the
/// reading of the run that is nearest to the adopted light is adopted. Each change that takes back
/// the one before makes darkness wait longer, up to a minute, until the light has rested.
///
/// A run is read each second. Only a sensor that says 0 is read at the ordinary pace, because after
/// a resume hid-sensor-hub may say 0 until runtime power management has suspended the sensor, which
/// takes three seconds without a reading (hid-sensor-trigger.c, Linux 6.1).
struct AdoptedLight: Hashable, Codable, Sendable {
  /// How far a reading must be from the adopted light: half a stop.
  static let band = AmbientLight.stop / 2
  static let pace = Duration.seconds(4)
  /// The pace of the first readings, and within a run.
  static let quickPace = Duration.seconds(1)
  /// Two readings at a start must agree to a stop.
  static let agreement = AmbientLight.stop

  private static let brighterTime = Duration.seconds(2)
  /// For a light that is at rest, and after one, two, and three changes that took back another.
  private static let darkerTimes = [4, 12, 28, 60].map { Duration.seconds($0) }
  private static let reversalTime = Duration.seconds(120)
  private static let restTime = Duration.seconds(300)

  enum Direction: Hashable, Codable, Sendable { case brighter, darker }

  /// Readings in a row beyond the band, on one side.
  private struct Run: Hashable, Codable, Sendable {
    let direction: Direction
    let since: Moment
    /// The one that is nearest to the adopted light.
    var nearest: AmbientLight
    /// The time until the next one.
    var pace = AdoptedLight.quickPace
  }

  private enum Phase: Hashable, Codable, Sendable {
    /// The light may be any. `former` is the one that was adopted before, and is again if the
    /// readings lie in its band.
    case starting(former: AmbientLight?, first: AmbientLight?)
    case following(AmbientLight, Run?)
  }

  private struct Change: Hashable, Codable, Sendable {
    let direction: Direction
    let moment: Moment
  }

  private var phase: Phase
  private var lastChange: Change?
  /// How often changes took one another back: an index of `darkerTimes`.
  private var restlessness = 0
  /// The last change, or the end of a run that came to nothing.
  private var lastUnrest: Moment?

  /// `former` is the light that the former daemon had adopted.
  init(former: AmbientLight? = nil) { phase = .starting(former: former, first: nil) }

  /// Nil before the first readings agree.
  var light: AmbientLight? {
    if case .following(let light, _) = phase { light } else { nil }
  }

  /// The light that was adopted last, even if readings have yet to confirm it.
  var last: AmbientLight? {
    switch phase {
    case .starting(let former, _): former
    case .following(let light, _): light
    }
  }

  /// Readings in here change nothing; nil while each counts.
  var quietBand: ClosedRange<AmbientLight>? {
    guard case .following(let light, nil) = phase else { return nil }
    return AmbientLight(steps: light.steps - Self.band)...AmbientLight(steps: light.steps + Self.band)
  }

  /// The time from one reading to the next.
  var pace: Duration {
    switch phase {
    case .starting(_, let first): first.map { $0.steps > 0 } == true ? Self.quickPace : Self.pace
    case .following(_, let run): run?.pace ?? Self.pace
    }
  }

  /// The user has set a level in this light, or it counts at once for another reason.
  mutating func adopt(_ light: AmbientLight) { phase = .following(light, nil) }

  /// The screen was off, the machine slept, or there is another sensor: the light may be any.
  mutating func beginAgain() { phase = .starting(former: last, first: nil) }

  /// Returns whether the reading made another light the adopted one.
  mutating func note(_ reading: AmbientLight, at now: Moment) -> Bool {
    switch phase {
    case .starting(let former, let first):
      guard let first, first.distance(to: reading) <= Self.agreement else {
        phase = .starting(former: former, first: reading)
        return false
      }
      let mean = AmbientLight(steps: (first.steps + reading.steps) / 2)
      if let former, former.distance(to: mean) <= Self.band { adopt(former) } else { adopt(mean) }
      return true
    case .following(let light, let run):
      return follow(reading, from: light, after: run, at: now)
    }
  }

  private mutating func follow(_ reading: AmbientLight, from light: AmbientLight, after run: Run?, at now: Moment)
    -> Bool
  {
    let isOutside = reading.distance(to: light) > Self.band
    let direction: Direction? = !isOutside ? nil : reading > light ? .brighter : .darker
    // A run was broken off.
    if let run, run.direction != direction { lastUnrest = now }
    guard let direction else {
      phase = .following(light, nil)
      return false
    }
    var next = Run(direction: direction, since: now, nearest: reading)
    if let run, run.direction == direction {
      next = run
      next.nearest = direction == .brighter ? min(run.nearest, reading) : max(run.nearest, reading)
    }
    calm(at: now)
    if now - next.since < timeToStand(direction) {
      let isLong = now - next.since >= Self.pace
      next.pace = isLong || reading == AmbientLight(steps: 0) ? Self.pace : Self.quickPace
      phase = .following(light, next)
      return false
    }
    noteChange(Change(direction: direction, moment: now))
    adopt(next.nearest)
    return true
  }

  private func timeToStand(_ direction: Direction) -> Duration {
    switch direction {
    case .brighter: Self.brighterTime
    case .darker: Self.darkerTimes[restlessness]
    }
  }

  private mutating func noteChange(_ change: Change) {
    if let last = lastChange, last.direction != change.direction, change.moment - last.moment < Self.reversalTime {
      restlessness = min(restlessness + 1, Self.darkerTimes.count - 1)
    }
    lastChange = change
    lastUnrest = change.moment
  }

  /// Lowers `restlessness` by one for each `restTime` without a change or a broken run.
  private mutating func calm(at now: Moment) {
    while restlessness > 0, let unrest = lastUnrest, now - unrest > Self.restTime {
      restlessness -= 1
      lastUnrest = unrest + Self.restTime
    }
  }
}
