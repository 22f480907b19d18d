import Model

/// The level of one light: what the user wants, what claims make of it, what was requested, and what the device showed.
///
/// A pure state machine: `updateGoal` makes the raw value of a verdict the goal, `unwritten` is the one to request, and functions named
/// `note…` take what happened.
///
/// | light | `isOurs` | `goal` and `shown` |
/// |---|---|---|
/// | free: shows the user's level, nothing was written | no | the raw value of the last reading |
/// | held, and at rest | yes | the raw value that a claim wants |
/// | on its way, to a claim's level or back to the base level | yes | `goal` is that raw value, `shown` is nil |
/// | refused: a write failed, and its writer retries | yes | `goal` is that raw value, `shown` is nil, `isRefused` |
/// | connected, with a record of a pending restore | yes | both nil, so that it is written whatever it shows |
/// | disconnected: the base level is remembered while it is ours or claimed | as before, unless nothing was written | both nil, not `isPresent` |
struct LevelTracker: Equatable, Sendable {
  private(set) var base: Base
  private(set) var range: LightRange
  /// Whether the device was read since it was connected.
  private(set) var isPresent = true
  private var isRefused = false
  /// Whether the light may show something else than the base level, because of us: from the first claim or choice until the base was seen.
  private(set) var isOurs = false
  /// The raw value that the light rested at when a claim came to decide, or when a level was chosen relative to it. The writer checks
  /// it before the first write, since many LEDs change without an event; nil once it was seen, a write was attempted, or the user chose
  /// otherwise. It outlives a refusal: where nothing was written, what the light shows next is still the user's level.
  private(set) var expected: Int?
  /// The level that the user chose through us last.
  private var choice: Choice?
  /// The raw value that was last requested or, if none was, seen.
  private var goal: Int?
  /// The raw value that the light is known to show; nil while a write is under way or has failed.
  private var shown: Int?

  private struct Choice: Equatable, Sendable {
    /// One level, and the steps since then that were chosen before the light was read.
    let levels: [Level]
    let allowOff: Bool
    /// Whether the light showed what a claim wanted then, or was on its way back.
    let wasOurs: Bool
    var isSeen = false
  }

  init(range: LightRange, raw: Int) {
    base = Base(range.setting(raw: raw))
    self.range = range
  }

  /// The level to show, or to be on the way to.
  func target(_ verdict: Verdict) -> Setting {
    isPresent && verdict.decider == nil && !isOurs ? base.setting : verdict.target
  }

  func state(decider: SceneKey?) -> LightState {
    if decider == nil, isOurs { return .restoring }
    if !isPresent || isRefused { return .unavailable }
    return decider == nil ? .free : .held
  }

  /// The raw value that was requested and has not been seen yet.
  var unwritten: Int? { shown == goal ? nil : goal }

  /// Whether nothing would be lost with this light, if nothing claims it.
  var isForgettable: Bool { !isPresent && !isOurs }

  /// Whether the light is known to show its target, or cannot be made to now.
  var isAtRest: Bool { !isPresent || isRefused || (shown == goal && expected == nil) }

  /// Makes the raw value of a verdict the goal, and returns it if it is another one than before, so that it has to be written. While nothing
  /// shown is ours and no claim decides, nothing is written, whatever the light shows: its level is the user's.
  mutating func updateGoal(for verdict: Verdict) -> Int? {
    guard isPresent else { return nil }
    if verdict.decider != nil {
      if !isOurs { (expected, choice) = (goal, nil) }
      isOurs = true
    }
    guard isOurs else { return nil }
    let newGoal = verdict.target.raw == goal ? nil : verdict.target.raw
    if newGoal != nil { (goal, shown, isRefused) = (newGoal, nil, false) }
    // A chosen level that the light seems to show already is not done before the reading that it waits for.
    let isUnseen = expected != nil && choice?.isSeen == false
    if verdict.decider == nil, shown == goal, !isUnseen { noteBaseIsShown() }
    return newGoal
  }

  /// Notes that the light shows the base level.
  private mutating func noteBaseIsShown() {
    (isOurs, expected) = (false, nil)
  }
}

/// Readings of the device.
extension LevelTracker {
  /// Notes a first reading after a connection or a change of range.
  ///
  /// The base level stays if the light may show what is ours, at the same place of the new range; else the reading is the base.
  /// The level that is remembered here is newer than a record. A recorded light is written whatever it seems to show: after a failed
  /// write a driver may report the level that it did not set.
  mutating func noteFirstReading(_ range: LightRange, raw: Int, recorded: RecordedBase?) {
    var base = base
    base.setting = range.setting(base.setting, from: self.range)
    if let recorded, !isOurs {
      isOurs = true
      // One that was disconnected is remembered; its record may be from before the user's last change.
      if isPresent { base = recorded.base(in: range) }
    } else if !isOurs, base.setting.raw != raw {
      base = Base(range.setting(raw: raw))
    }
    self.base = base
    self.range = range
    (isPresent, isRefused, expected) = (true, false, nil)
    (goal, shown) = recorded == nil ? (raw, raw) : (nil, nil)
  }

  /// Notes the first reading after a sleep. A light that shows what it did before keeps its base, which may lie below its floor.
  /// With `keepsBase` a light that forgot its base level gets it again.
  mutating func noteReadingAfterSleep(_ range: LightRange? = nil, raw: Int, keepsBase: Bool = false) {
    let range = range ?? self.range
    if keepsBase, !isOurs, goal != nil, raw != goal { isOurs = true }
    if isOurs || shown != raw || range != self.range { noteFirstReading(range, raw: raw, recorded: nil) }
  }

  /// Notes that the light was read before its first write and showed something else than it had rested at. That is the
  /// user's level, and a relative choice leads on from there, unless the user has chosen otherwise since.
  mutating func noteSilentChange(to raw: Int) {
    guard isPresent else { return }
    if expected != nil {
      let found = range.setting(raw: raw)
      let chosen = choice.flatMap { choice in (try? outcome(of: choice, from: found)).map { base(of: $0, choice) } }
      base = chosen ?? Base(found)
      expected = raw
      choice?.isSeen = true
    } else if !isOurs {
      // What asked for the reading has ended meanwhile.
      base = Base(range.setting(raw: raw))
    }
    (isRefused, goal, shown) = (false, raw, raw)
  }

  /// Notes that the device is gone. If it was not written yet, it showed the user's level when it went.
  mutating func noteDisconnect() {
    if expected != nil, choice?.wasOurs != true { noteBaseIsShown() }
    (isPresent, isRefused, goal, shown, expected) = (false, false, nil, nil, nil)
  }

  /// Notes the end of a write. Only that of the newest request says what the light shows.
  mutating func noteWritten(_ raw: Int) {
    guard isPresent else { return }
    expected = nil
    if raw == goal { (shown, isRefused) = (raw, false) }
  }

  /// Notes that the light rests where it was expected, and that there is nothing to write.
  mutating func noteFoundAsExpected() {
    if isRefused { (isRefused, shown) = (false, goal) }
    expected = nil
  }

  /// Notes that the light was where it was expected, and may have been moved since.
  mutating func noteAttempted() {
    expected = nil
  }

  mutating func noteRefused() {
    guard isPresent else { return }
    (shown, isRefused) = (nil, true)
  }

  /// Notes that the base level could not be recorded. Where nothing has been written yet, the light shows what it did.
  mutating func noteUnrecorded() {
    guard let expected else { return }
    (isRefused, goal, shown) = (false, expected, expected)
  }
}

/// Changes of the base level.
extension LevelTracker {
  /// Notes that the user moved the light by a key or another tool. No write is under way: that would have ended before.
  mutating func noteUserChange(to raw: Int, from target: Setting) {
    let known = [base.setting, target].first { $0.raw == raw }
    let keepsOff = base.allowsOff && raw == base.setting.raw
    base = Base(known ?? range.setting(raw: raw), allowsOff: keepsOff)
    noteBaseIsShown()
    (isRefused, goal, shown) = (false, raw, raw)
  }

  /// The outcome of a level that the user would choose now. A step counts from the target of the
  /// verdict, or without a verdict, where claims stay in force, from the base level.
  func outcome(of level: Level, from verdict: Verdict?, allowOff: Bool) throws(LevelError) -> Setting {
    try range.outcome(of: level, from: verdict.map(target) ?? base.setting, allowOff: allowOff)
  }

  /// Takes an outcome as the base level. A relative step starts from the level that the light
  /// actually shows. Some lights move without an event, and others before theirs arrives, so that
  /// the writer compares before it writes.
  mutating func choose(_ setting: Setting, by level: Level, allowOff: Bool) {
    let unseen = expected == nil || choice?.isSeen == true ? nil : choice
    // A hundred steps of one percent reach every level; a light that hangs must not keep more.
    let steps = level.isStep ? unseen?.levels.suffix(99) ?? [] : []
    let choice = Choice(levels: steps + [level], allowOff: allowOff, wasOurs: unseen?.wasOurs ?? isOurs)
    base = base(of: setting, choice)
    let isKnown = !isOurs || shown == goal
    isOurs = true
    expected = isKnown ? goal : expected
    self.choice = choice
    // Choosing once more what was refused asks for one more try.
    if isRefused { goal = nil }
  }

  private func outcome(of choice: Choice, from found: Setting) throws(LevelError) -> Setting {
    var setting = found
    for level in choice.levels { setting = try range.outcome(of: level, from: setting, allowOff: choice.allowOff) }
    return setting
  }

  private func base(of setting: Setting, _ choice: Choice) -> Base {
    Base(setting, allowsOff: choice.allowOff && setting.raw < range.floor)
  }

  /// Takes another range, in which the base keeps its place. The device still shows what it showed.
  mutating func changeRange(to range: LightRange) {
    base.setting = range.setting(base.setting, from: self.range)
    self.range = range
  }
}
