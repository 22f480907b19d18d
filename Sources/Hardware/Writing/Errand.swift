/// What is done for a light in one go, apart from the loop.
struct Errand: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    case look
    case record
    case write(Int)
  }

  var deed: Deed
  var files: LightFiles
  /// The levels from which the light may be moved; nil if from any.
  var accepted: Set<Int>?
  /// What the light showed before the order; nil if that has to be read.
  var before: Int?
  var owed: Debt?
  /// Whether the record is cleared at the end.
  var isReturn = false
  var recorded: Debt?
  /// Whether the order is done by this: it is verified, and the record of a return is cleared.
  var isLast = true
}

/// What an errand found and did, as far as it went.
struct ErrandReport: Hashable, Sendable {
  var recorded: Debt?
  var before: Int?
  /// Whether the driver may have seen the level, whatever it answered.
  var isAttempted = false
  var took = Duration.zero
  /// The number of the machine's latest event, just after the write.
  var newestEvent: UInt64?
  var shown: Int?
  var failure: ErrandFailure?
}

/// Where an errand ended before its end.
enum ErrandFailure: Error, Hashable {
  /// The light shows a level from which it may not be moved.
  case surprised(Int)
  case unrecorded(LightError)
  case refused(LightError)
  case uncleared(LightError)
}
