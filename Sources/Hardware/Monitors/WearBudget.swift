import BrightnessEventLoop

/// Counts the writes to a monitor, whose memory for the level wears out, and says when programs may
/// write it again.
public struct WearBudget: Hashable, Sendable {
  static let burst = 12
  private static let refill = Duration.seconds(10)
  static let mostADay = 500
  private static let day = Duration.seconds(24 * 60 * 60)

  /// All writes since the daemon started, and those made for programs.
  public private(set) var writes = 0
  public private(set) var writesByPrograms = 0
  /// When the whole burst is available again.
  private var full: LoopClock.Instant?
  /// Start of the current 24-hour window, and the program writes in it.
  private var dayBegan: LoopClock.Instant?
  private var countToday = 0

  public init() {}

  /// The time from which programs may write: `now` or later.
  func readyForPrograms(at now: LoopClock.Instant) -> LoopClock.Instant {
    var ready = now
    if let full { ready = max(ready, full.advanced(by: .zero - Self.refill * (Self.burst - 1))) }
    if let dayBegan, countToday >= Self.mostADay { ready = max(ready, dayBegan.advanced(by: Self.day)) }
    return ready
  }

  /// Counts a write. Only a program's write uses up the budget; a restore or the user's does not.
  mutating func countWrite(isByProgram: Bool, at now: LoopClock.Instant) {
    writes += 1
    guard isByProgram else { return }
    writesByPrograms += 1
    full = max(full ?? now, now).advanced(by: Self.refill)
    if dayBegan.map({ $0.advanced(by: Self.day) <= now }) ?? true {
      dayBegan = now
      countToday = 0
    }
    countToday += 1
  }
}
