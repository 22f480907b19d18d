import BrightnessModel

/// What is asked of a light's writer.
struct Order: Equatable, Sendable {
  /// The level that the light is known to show; nil as soon as a write is requested.
  private(set) var shows: Int?
  var progress: Progress

  init(shows: Int?, _ progress: Progress = .due) {
    self.shows = shows
    self.progress = progress
  }

  enum Progress: Equatable, Sendable {
    /// To be sent when the turn ends.
    case due
    case sent(Want, in: Duration?)
    /// It failed, and the writer retries.
    case refused(Want)
    /// The light shows what is wanted. If that is its base level, its record may still have to be
    /// cleared.
    case done(Want)

    var want: Want? {
      switch self {
      case .due: nil
      case .sent(let want, in: _), .refused(let want), .done(let want): want
      }
    }
  }

  var isMoving: Bool {
    switch progress {
    case .due, .sent: true
    case .refused, .done: false
    }
  }

  /// The level at which the light rests; nil while it is on its way.
  var restsAt: Int? { if case .done = progress { shows } else { nil } }

  /// Notes a request, and returns the level to write, if any.
  mutating func send(_ want: Want, in fade: Duration?) -> Int? {
    progress = .sent(want, in: fade)
    if shows == want.target { return nil }
    shows = nil
    return want.target
  }

  mutating func refuse() {
    if case .sent(let want, in: _) = progress { progress = .refused(want) }
  }

  /// Makes a request that is done or refused due again.
  mutating func retry() {
    if !isMoving { progress = .due }
  }

  /// Makes a request that is under way due again if it was to take another time.
  mutating func retime(_ fade: Duration?) {
    if case .sent(_, in: let former) = progress, former != fade { progress = .due }
  }
}

/// What a light should show, and what its restore record should hold.
struct Want: Equatable, Sendable {
  let target: Int
  let base: RecordedBase
  /// Whether no claim decides, so that the record is cleared.
  let isReturn: Bool
}
