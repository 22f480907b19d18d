import EventLoop

/// How long a light has been failing, and what is done about it next.
struct Patience: Hashable, Sendable {
  private static let shortestWait = Duration.milliseconds(250)
  private static let longestWait = Duration.seconds(5)
  /// After this it is tried but rarely.
  private static let limit = Duration.seconds(30)
  private static let rareWait = Duration.seconds(60)
  /// How long the rights to a new device's files may take.
  private static let grace = Duration.seconds(3)

  struct Answer: Hashable, Sendable {
    var remedy: Remedy
    /// How long to wait until the next try; for ever, if nil.
    var wait: Duration?
    var isSilent = false

    /// The same, or a rare try where there would be none.
    var notForEver: Answer { wait == nil ? Answer(remedy: .triesRarely, wait: Patience.rareWait) : self }
  }

  /// When the device came, or the machine resumed.
  private var graceBegan: LoopClock.Instant
  private var failingSince: LoopClock.Instant?
  private var wait = Self.shortestWait

  init(since now: LoopClock.Instant) {
    graceBegan = now
  }

  mutating func beginGrace(at now: LoopClock.Instant) {
    graceBegan = now
  }

  mutating func succeeded() {
    failingSince = nil
    wait = Self.shortestWait
  }

  mutating func answer(to trouble: WriteTrouble, at now: LoopClock.Instant) -> Answer {
    switch trouble {
    case .passing: return next(at: now)
    case .gone: return Answer(remedy: .awaitsDevice)
    case .away: return Answer(remedy: .triesRarely, wait: Self.rareWait)
    case .hopeless, .outgrown: return Answer(remedy: .awaitsOrder)
    case .forbidden:
      let left = now.duration(to: graceBegan.advanced(by: Self.grace))
      guard left > .zero else { return Answer(remedy: .awaitsChange) }
      return Answer(remedy: .triesAgain, wait: min(next(at: now).wait ?? left, left), isSilent: true)
    }
  }

  private mutating func next(at now: LoopClock.Instant) -> Answer {
    let since = failingSince ?? now
    failingSince = since
    guard since.duration(to: now) < Self.limit else { return Answer(remedy: .triesRarely, wait: Self.rareWait) }
    defer { wait = min(wait * 2, Self.longestWait) }
    return Answer(remedy: .triesAgain, wait: wait)
  }
}
