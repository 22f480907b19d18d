import EventLoop
import Model

/// The levels that a light may show because of our own writes; any other level is a change by someone else.
struct KnownLevels: Hashable, Sendable {
  /// The level of the last reading; nil if a write since then was not read back.
  private(set) var shown: Int?
  /// Levels that our writes explain: the level written, and the level that the hardware made of it.
  private(set) var ours: Set<Int> = []
  /// The level written where the hardware made `shown` of it.
  private var asked: Int?
  /// The level of a write that succeeded and could not be read back: the hardware may have made
  /// another one of it.
  private var unread: Int?
  /// The time of our last write.
  private var wrote: LoopClock.Instant?
  /// Whether we moved the light and have not returned it to its base level yet.
  var isMovedByUs = false
  /// The number of the machine's latest uevent just after the last write.
  private var newestEvent: UInt64?

  /// A desktop answers within milliseconds.
  private static let timeToEcho = Duration.seconds(1)

  var isEmpty: Bool { ours.isEmpty }

  /// The readings that count as a level: the level itself, or what the hardware made of it when we wrote it.
  func forms(of level: Int) -> Set<Int> { ours.contains(level) ? ours : [level] }

  /// The level that a reading counts as: the inverse of `forms`.
  func origin(of level: Int) -> Int { level == shown ? asked ?? level : level }

  mutating func saw(_ level: Int) {
    self = KnownLevels()
    (shown, ours) = (level, [level])
  }

  /// Notes the first level after a sleep. An event from before it may still come, and tells nothing
  /// of the level.
  mutating func sawAfterSleep(_ level: Int) {
    let newest = newestEvent
    saw(level)
    newestEvent = newest
  }

  /// Notes what a monitor shows after a sleep. Where that is not the user's level, one bad reply
  /// must not turn the one that we wrote into the user's: until the next write both are ours.
  mutating func woke(showing level: Int) {
    guard isMovedByUs else { return saw(level) }
    ours.insert(level)
    shown = level
    asked = nil
    unread = nil
  }

  mutating func sawAgain(_ level: Int) {
    if level != shown { asked = nil }
    shown = level
    unread = nil
  }

  /// The kernel stores a level in `brightness` before it asks the driver, so that a failed write can change the reading too.
  mutating func tried(_ raw: Int, _ report: JobReport, at now: LoopClock.Instant) {
    guard report.isAttempted || report.shown != nil else { return }
    if report.shown != nil { ours = [] }
    ours.formUnion([raw, report.shown ?? report.before].compactMap(\.self))
    (shown, newestEvent, isMovedByUs) = (report.shown, report.newestEvent, true)
    // The level that the hardware makes of a write is known only where the write did not fail.
    asked = report.shown == nil ? nil : raw
    if case .refused = report.failure { asked = nil }
    wrote = now
    unread = report.isDelivered && report.shown == nil ? raw : nil
  }

  /// Takes a level for what the hardware made of the last write, if that could not be read back and
  /// no event says that the light was moved since.
  mutating func takeResult(_ level: Int, _ event: ChangeEvent) -> Bool {
    guard let unread, !ours.contains(level) else { return false }
    if let newestEvent, let move = event.newestLevelEvent {
      if move > newestEvent { return false }
    } else if event.sources.contains(.hotkey) {
      return false
    }
    ours.insert(level)
    shown = level
    asked = unread
    self.unread = nil
    return true
  }

  /// Takes a level for GNOME's answer to our last write, and not for a choice of the user; false if
  /// it is none.
  mutating func takeDesktopEcho(
    _ level: Int,
    _ event: ChangeEvent,
    of maximum: Int,
    at now: LoopClock.Instant
  ) -> Bool {
    guard let wrote, now < wrote.advanced(by: Self.timeToEcho), !event.sources.contains(.hotkey) else {
      return false
    }
    let written = [asked, shown].compactMap(\.self)
    guard !written.contains(level), written.contains(where: { isDesktopEcho(level, of: $0, maximum) }) else {
      return false
    }
    ours.insert(level)
    shown = level
    return true
  }

  /// Notes that a write has ended whose result no longer matters. Its event is ours all the same.
  mutating func triedInVain(_ newest: UInt64?) { newestEvent = newest }

  /// Whether someone else moved the light after our last write, maybe to the level that we wrote.
  ///
  /// The kernel sends a uevent for every write, ours included, so that the level alone cannot tell an echo of our own write from
  /// another program's write of the same level. The events' numbers can: one that is newer than our write is not its echo.
  func isMove(to level: Int, _ event: ChangeEvent, isAtRest: Bool) -> Bool {
    !ours.contains(level) || isNews(event, isAtRest: isAtRest)
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

/// Whether GNOME 49 and newer make this level of another one, at once or when they meet their own
/// answer again.
///
/// Its shell keeps a share of the range between mutter's least level and the maximum, as a double;
/// it sets the level again that it computes from the share, and the assignment to an integer
/// property truncates it (`_sync` in js/misc/brightnessManager.js of gnome-shell 49.0 to 51.beta,
/// the range in mutter's MetaBacklight).
private func isDesktopEcho(_ level: Int, of written: Int, _ maximum: Int) -> Bool {
  let least = maximum < 99 ? 0 : maximum / 100
  func echo(_ level: Int) -> Int {
    guard level > least, least < maximum else { return level }
    let share = Double(level - least) / Double(maximum - least)
    return Int(Double(least) + Double(maximum - least) * share)
  }
  return level == echo(written) || level == echo(echo(written))
}
