import BrightnessEventLoop

/// The part of a writer's state that only monitors need. A monitor is slow, sends no events,
/// forgets levels while it sleeps, and sometimes gives a wrong answer.
struct MonitorProgress: Sendable {
  /// Counts all writes, and limits those for programs.
  var wear: WearBudget
  var patience = Patience.once
  var picture = Picture.answered
  var lastWrite = LastWrite.confirmed
  var range = RangeSteadiness()
  /// When its worker may end, if it is not needed before.
  var workerEnds: LoopClock.Instant?

  /// Whether a failed reading is retried.
  enum Patience { case once, untilRead }

  enum Picture {
    /// It has answered since it was dark.
    case answered
    /// It was dark since it last answered, so what it shows next is not a choice of the user.
    case wasDark
  }

  enum LastWrite {
    case confirmed
    /// It did not confirm the last level that it received, and may still apply it.
    case unconfirmed
  }

  init(wear: WearBudget) { self.wear = wear }
}

/// Whether to believe a monitor that reports another range than before.
///
/// The core sends a new request after each change, so following a monitor that alternates would
/// never end. After `mostChanges` the reading fails and is retried later; then a range counts once
/// it is read twice in a row.
struct RangeSteadiness: Hashable, Sendable {
  /// How often in a row the range may change without a wait.
  static let mostChanges = 3

  private var changes = 0
  private var latest: Int?

  /// Whether the range has changed rarely enough for a retry at once.
  var isSteady: Bool { changes <= Self.mostChanges }

  /// Counts a report of another range, and returns whether to believe it yet. A job that also read
  /// the known range proves that the monitor alternates.
  mutating func countChange(to maximum: Int, hasReadKnownRange: Bool) -> Bool {
    let isRepeated = !hasReadKnownRange && latest == maximum
    changes += 1
    latest = maximum
    return isRepeated || isSteady
  }
}
