import BrightnessEventLoop
import BrightnessModel

/// The raw values that a light may show because of our own writes; any other is a change by someone
/// else.
///
/// A write explains the value that it asked for and the one that the light shows afterwards:
/// hardware may have fewer levels than its range, and a desktop may round. If a write failed or
/// could not be read back, the value from before stays explained, too, and so do those of earlier
/// such writes, since nobody knows which of them the light applied. After the first reading, or a
/// change by someone else, only one value is explained.
struct KnownLevels: Hashable, Sendable {
  /// The raw values that our writes explain; none before the first reading.
  private(set) var ours: Set<Int> = []
  private var reading = Reading.missing
  /// Whether we have moved the light and not returned it to its base level yet.
  private(set) var isMovedByUs = false
  /// The last write, if the light still showed the value from before when it was read back.
  private var late: LateWrite?
  /// What GNOME may still answer, whatever the light has shown since.
  private var answers = DesktopAnswers()
  /// The number of the machine's latest uevent just after the last write, or before the reading
  /// that found another value; nil where none are counted.
  private var newestEvent: UInt64?

  /// What the light showed since the last write.
  private enum Reading: Hashable {
    /// It was never read, or the last write failed and nobody read it since.
    case missing
    /// The last write succeeded and could not be read back: the hardware may have made another
    /// value of this one.
    case unread(written: Int)
    /// The hardware shows the first value when the second is written; without a write they are the
    /// same.
    case shows(Int, of: Int)
  }

  private struct LateWrite: Hashable {
    let raw: Int
    let from: Int
    let at: LoopClock.Instant
  }

  /// Drivers that queue a level apply it within milliseconds.
  private static let timeToApply = Duration.milliseconds(100)

  var isEmpty: Bool { ours.isEmpty }

  /// The value of the last reading; nil if a write since then was not read back.
  var shown: Int? { if case .shows(let raw, _) = reading { raw } else { nil } }

  /// The readings that count as this value: itself, or what the hardware made of it when we wrote
  /// it.
  func forms(of raw: Int) -> Set<Int> { ours.contains(raw) ? ours : [raw] }

  /// The value that a reading counts as: the inverse of `forms`.
  func origin(of raw: Int) -> Int {
    if case .shows(raw, let origin) = reading { origin } else { raw }
  }

  /// Forgets our writes: the light shows a value that the user set. Events up to `newest` are older
  /// than its reading.
  mutating func reset(to raw: Int, after newest: UInt64? = nil) {
    let answers = answers
    self = KnownLevels()
    self.answers = answers
    newestEvent = newest
    ours = [raw]
    reading = .shows(raw, of: raw)
  }

  /// Starts from the first value, or the one after a sleep. An older event may still arrive; it
  /// says nothing about the level.
  mutating func resetByFirstReading(_ raw: Int, after newest: UInt64?) {
    reset(to: raw, after: newest ?? newestEvent)
  }

  /// A monitor shows this after a sleep. If we had moved it, this may be a bad reply. So both
  /// values count as ours until the next write, and the one that we wrote is never mistaken for the
  /// user's.
  mutating func woke(showing raw: Int) {
    guard isMovedByUs else { return reset(to: raw) }
    ours.insert(raw)
    reading = .shows(raw, of: raw)
  }

  /// Sets the value of the last reading, which was explained before.
  mutating func setShown(_ raw: Int) {
    if shown != raw { reading = .shows(raw, of: raw) }
  }

  /// The kernel stores a level in `brightness` before it asks the driver, so that a failed write
  /// can change the reading too.
  mutating func tried(_ raw: Int, _ report: JobReport, at now: LoopClock.Instant) {
    guard report.write != .none || report.shown != nil else { return }
    if let shown = report.shown {
      ours = [raw, shown]
      // What the hardware makes of a value is known only from a write that did not fail.
      if case .refused = report.failure {
        reading = .shows(shown, of: shown)
      } else {
        reading = .shows(shown, of: raw)
      }
    } else {
      ours.insert(raw)
      if let before = report.before { ours.insert(before) }
      reading = report.write == .delivered ? .unread(written: raw) : .missing
    }
    addWrite(of: raw, report, at: now)
    isMovedByUs = true
    let isLate = report.shown != raw && report.shown == report.before
    late = isLate ? report.shown.map { LateWrite(raw: raw, from: $0, at: now) } : nil
  }

  /// The last write has returned the light to its base level.
  mutating func returned() { isMovedByUs = false }

  /// Accepts a value as what the hardware made of the last write, if that could not be read back
  /// and no event says that the light was moved since.
  mutating func acceptResult(_ raw: Int, _ event: ChangeEvent) -> Bool {
    guard case .unread(let written) = reading, !ours.contains(raw) else { return false }
    if let newestEvent, let move = event.newestLevelEvent {
      if move > newestEvent { return false }
    } else if event.sources.contains(.hotkey) {
      return false
    }
    ours.insert(raw)
    reading = .shows(raw, of: written)
    return true
  }

  /// Accepts a value as the late result of an LED's last write, if it is nearer to that than to the
  /// value from before. A driver that applies a level late sends no event about it.
  mutating func acceptLateResult(_ raw: Int, _ event: ChangeEvent, at now: LoopClock.Instant) -> Bool {
    guard let late, isMovedByUs, now < late.at.advanced(by: Self.timeToApply),
      event.sources.isEmpty, 2 * abs(raw - late.raw) < abs(late.raw - late.from)
    else { return false }
    ours.insert(raw)
    reading = .shows(raw, of: late.raw)
    return true
  }

  enum DesktopAnswer {
    /// The light shows what GNOME makes of our last write.
    case toLast
    /// GNOME has put the light back to an earlier level of ours, or to what it makes of that.
    case toEarlier
  }

  /// Accepts a value as an answer of GNOME, which is not the user's choice; nil if it is none. The
  /// event of the answer may still arrive, with a number up to `newest`.
  mutating func acceptDesktopAnswer(
    _ raw: Int,
    _ event: ChangeEvent,
    in range: DesktopRange,
    after newest: UInt64?,
    at now: LoopClock.Instant
  ) -> DesktopAnswer? {
    let (shown, written) = lastWrite
    let isNews = isNews(event, isAtRest: false)
    if raw == shown, raw != written, isNews { answers.dropResult(raw) }
    guard !isByKey(event), answers.mayInclude(raw, in: range, at: now) else { return nil }
    // The value read back may already be GNOME's answer; its event tells.
    let isReadBack = raw == shown && !isNews
    let isToLast = [shown, written].contains { $0.map { raw != $0 && range.isAnswer(raw, to: $0) } == true }
    let answer = raw == written || isReadBack || isToLast ? DesktopAnswer.toLast : .toEarlier
    ours.insert(raw)
    reading = .shows(raw, of: answer == .toLast ? written ?? raw : raw)
    // Do not keep an older number if none could be read: the event would then count as the user's.
    newestEvent = newest
    return answer
  }

  /// Whether a key has moved the light, and not only before our last write.
  private func isByKey(_ event: ChangeEvent) -> Bool {
    guard event.sources.contains(.hotkey) else { return false }
    guard let newestEvent, let key = event.newestKeyEvent else { return true }
    return key > newestEvent
  }

  /// What the light showed after the last write, and what was written, as far as they are known.
  private var lastWrite: (shown: Int?, written: Int?) {
    switch reading {
    case .missing: (nil, nil)
    case .unread(let written): (nil, written)
    case .shows(let shown, let written): (shown, written)
    }
  }

  /// The machine slept.
  mutating func resume(at now: LoopClock.Instant, after sleep: Duration) {
    answers.resume(at: now, after: sleep)
  }

  /// Adds a write whose result no longer matters. GNOME may answer it all the same.
  mutating func addDroppedWrite(of raw: Int, _ report: JobReport, at now: LoopClock.Instant) {
    addWrite(of: raw, report, at: now)
    // Nothing is known yet of a device that has replaced this one.
    if report.write != .none, !isEmpty { reading = .unread(written: raw) }
  }

  /// Updates the newest event to that of our own write, which GNOME may answer. If no number could
  /// be read, do not keep an older one: our event would then count as a user's.
  private mutating func addWrite(of raw: Int, _ report: JobReport, at now: LoopClock.Instant) {
    guard report.write != .none else { return }
    newestEvent = report.newestEvent
    if isEmpty { return }
    answers.addWrite(of: raw, showing: report.shown, at: now)
  }

  /// Whether someone else moved the light after our last write, maybe to the level that we wrote.
  ///
  /// The kernel sends a uevent for every write, ours included, so that the level alone cannot tell
  /// an echo of our own write from another program's write of the same level. The events' numbers
  /// can: one that is newer than our write is not its echo.
  func isMove(to raw: Int, _ event: ChangeEvent, isAtRest: Bool) -> Bool {
    !ours.contains(raw) || isNews(event, isAtRest: isAtRest)
  }

  /// Whether an event alone tells that someone else moved the light after our last write.
  func isNews(_ event: ChangeEvent, isAtRest: Bool) -> Bool {
    if let newestEvent, let move = event.newestLevelEvent { return move > newestEvent }
    return isAtRest && event.sources.contains(.hotkey)
  }

  /// Whether an event is older than our last reading, and so tells nothing new: most are the echo
  /// of our own write.
  func isPast(_ event: ChangeEvent) -> Bool {
    guard shown != nil, event.sources == [.sysfs], let newestEvent, let move = event.newestLevelEvent else {
      return false
    }
    return move <= newestEvent
  }
}
