/// What a light may show without its being news.
struct KnownLevels: Hashable, Sendable {
  /// What it showed last; nil if it may have changed since.
  private(set) var shown: Int?
  /// What it may show by our doing: the level that was asked for, and what the hardware made of it.
  private(set) var ours: Set<Int> = []
  /// The machine's latest event just after the last write.
  private var newestEvent: UInt64?

  var isEmpty: Bool { ours.isEmpty }

  mutating func saw(_ level: Int) {
    self = KnownLevels()
    (shown, ours) = (level, [level])
  }

  mutating func sawAgain(_ level: Int) {
    shown = level
  }

  /// A driver that answers with an error may have taken the level all the same: the kernel notes it before it asks.
  mutating func tried(_ raw: Int, _ report: ErrandReport) {
    guard report.isAttempted || report.shown != nil else { return }
    if report.shown != nil { ours = [] }
    ours.formUnion([raw, report.shown ?? report.before].compactMap(\.self))
    (shown, newestEvent) = (report.shown, report.newestEvent)
  }

  /// Whether somebody moved the light after us, be it to where it was.
  func isMove(to level: Int, _ stir: Stir, heardAtRest: Bool) -> Bool {
    if !ours.contains(level) { return true }
    if let newestEvent, let move = stir.newestMove { return move > newestEvent }
    return heardAtRest && stir.sources.contains(.hotkey)
  }
}
