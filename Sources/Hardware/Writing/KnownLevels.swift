/// What a light may show without its being news.
struct KnownLevels: Hashable, Sendable {
  /// What it showed last; nil if it may have changed since.
  private(set) var shown: Int?
  /// What it may show by our doing: the level that was asked for, and what the hardware made of it.
  private(set) var ours: Set<Int> = []
  /// What was asked for where the hardware made `shown` of it.
  private var asked: Int?
  /// Whether we moved the light, and have not brought it back yet to where nobody is owed anything.
  private(set) var isAway = false
  /// The machine's latest event just after the last write.
  private var newestEvent: UInt64?

  var isEmpty: Bool { ours.isEmpty }

  /// What the light may show where it is said to show a level: that, or what its hardware made of it when we wrote it.
  func forms(of level: Int) -> Set<Int> { ours.contains(level) ? ours : [level] }

  /// What the light was said to show where it shows a level: that, or what was asked for when its hardware made that of it.
  func origin(of level: Int) -> Int { level == shown ? asked ?? level : level }

  mutating func saw(_ level: Int) {
    self = KnownLevels()
    (shown, ours) = (level, [level])
  }

  mutating func sawAgain(_ level: Int) {
    if level != shown { asked = nil }
    shown = level
  }

  /// A driver that answers with an error may have taken the level all the same: the kernel notes it before it asks.
  mutating func tried(_ raw: Int, _ report: ErrandReport) {
    guard report.isAttempted || report.shown != nil else { return }
    if report.shown != nil { ours = [] }
    ours.formUnion([raw, report.shown ?? report.before].compactMap(\.self))
    (shown, newestEvent, isAway) = (report.shown, report.newestEvent, true)
    asked = report.isTaken ? raw : nil
  }

  mutating func cameToRest() {
    isAway = false
  }

  /// Whether somebody moved the light after us, be it to where it was.
  func isMove(to level: Int, _ stir: Stir, heardAtRest: Bool) -> Bool {
    if !ours.contains(level) { return true }
    if let newestEvent, let move = stir.newestMove { return move > newestEvent }
    return heardAtRest && stir.sources.contains(.hotkey)
  }
}

extension ErrandReport {
  /// Whether the light shows what its hardware made of the level that was written.
  fileprivate var isTaken: Bool {
    if case .refused = failure { false } else { shown != nil }
  }
}
