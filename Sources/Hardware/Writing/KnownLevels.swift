import Model

/// The levels that a light may show because of our own writes; any other level is a change by someone else.
struct KnownLevels: Hashable, Sendable {
  /// The level of the last reading; nil if a write since then was not read back.
  private(set) var shown: Int?
  /// Levels that our writes explain: the level written, and the level that the hardware made of it.
  private(set) var ours: Set<Int> = []
  /// The level written where the hardware made `shown` of it.
  private var asked: Int?
  /// The level of a write that succeeded and could not be read back: the hardware may have made another one of it.
  private var unread: Int?
  /// Whether we moved the light and have not returned it to its base level yet.
  var isMovedByUs = false
  /// The number of the machine's latest uevent just after the last write.
  private var newestEvent: UInt64?

  var isEmpty: Bool { ours.isEmpty }

  /// The readings that count as a level: the level itself, or what the hardware made of it when we wrote it.
  func forms(of level: Int) -> Set<Int> { ours.contains(level) ? ours : [level] }

  /// The level that a reading counts as: the inverse of `forms`.
  func origin(of level: Int) -> Int { level == shown ? asked ?? level : level }

  mutating func saw(_ level: Int) {
    self = KnownLevels()
    (shown, ours) = (level, [level])
  }

  mutating func sawAgain(_ level: Int) {
    if level != shown { asked = nil }
    (shown, unread) = (level, nil)
  }

  /// The kernel stores a level in `brightness` before it asks the driver, so that a failed write can change the reading too.
  mutating func tried(_ raw: Int, _ report: JobReport) {
    guard report.isAttempted || report.shown != nil else { return }
    if report.shown != nil { ours = [] }
    ours.formUnion([raw, report.shown ?? report.before].compactMap(\.self))
    (shown, newestEvent, isMovedByUs) = (report.shown, report.newestEvent, true)
    // The level that the hardware makes of a write is known only where the write did not fail.
    asked = report.shown == nil ? nil : raw
    if case .refused = report.failure { asked = nil }
    unread = report.isDelivered && report.shown == nil ? raw : nil
  }

  /// Takes the first reading after a write that could not be read back for what the hardware made of it, unless an event says that the
  /// light was moved since. Returns false if there was no such write.
  mutating func takeUnread(_ level: Int, _ event: ChangeEvent?) -> Bool {
    guard let unread, !ours.contains(level) else { return false }
    if let newestEvent, let move = event?.newestLevelEvent {
      if move > newestEvent { return false }
    } else if event?.sources.contains(.hotkey) == true {
      return false
    }
    ours.insert(level)
    (shown, asked, self.unread) = (level, unread, nil)
    return true
  }

  /// Notes that a write has ended whose result no longer matters: its event is newer than our last write, and ours all the same.
  mutating func triedInVain() { newestEvent = nil }

  /// Whether someone else moved the light after our last write, maybe to the level that we wrote.
  ///
  /// The kernel sends a uevent for every write, ours included, so that the level alone cannot tell an echo of our own write from
  /// another program's write of the same level. The events' numbers can: one that is newer than our write is not its echo.
  func isMove(to level: Int, _ event: ChangeEvent, isAtRest: Bool) -> Bool {
    if !ours.contains(level) { return true }
    if let newestEvent, let move = event.newestLevelEvent { return move > newestEvent }
    return isAtRest && event.sources.contains(.hotkey)
  }
}
