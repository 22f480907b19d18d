import Model

/// Where a light is between the user's level and what claims make of it.
enum Course: Equatable, Sendable {
  /// It shows the user's level, and its writer has nothing to do.
  case free(shows: Int)
  /// It still shows the user's level: nothing was written for what is asked of it. `from` is the
  /// level that it showed last; a choice of the user since then lies on top of it.
  case leaving(Order, from: Int, Wish?)
  /// It shows a level of ours, or may.
  case driven(Order, UnseenWish?)
}

/// What is asked of a light's writer.
struct Order: Equatable, Sendable {
  /// The level that the light is known to show; nil from the moment when it is to be written.
  private(set) var shows: Int?
  var progress: Progress

  init(shows: Int?, _ progress: Progress = .due) {
    self.shows = shows
    self.progress = progress
  }

  enum Progress: Equatable, Sendable {
    /// To be sent when the turn ends.
    case due
    case sent(Want)
    /// It failed, and the writer retries.
    case refused(Want)
    /// The light shows what is wanted. Where that is its base level, the record is still to be
    /// cleared.
    case settled(Want)

    var want: Want? {
      switch self {
      case .due: nil
      case .sent(let want), .refused(let want), .settled(let want): want
      }
    }
  }

  var isMoving: Bool {
    switch progress {
    case .due, .sent: true
    case .refused, .settled: false
    }
  }

  /// The level at which the light rests; nil while it is on its way.
  var restsAt: Int? { if case .settled = progress { shows } else { nil } }

  /// Notes that something was requested, and returns the level to write, if one is to be written.
  mutating func send(_ want: Want) -> Int? {
    progress = .sent(want)
    if shows == want.goal { return nil }
    shows = nil
    return want.goal
  }

  mutating func refuse() {
    if case .sent(let want) = progress { progress = .refused(want) }
  }

  /// Lets what has ended, well or not, be sent once more.
  mutating func retry() {
    if !isMoving { progress = .due }
  }
}

/// What a light should show, and what its restore record should hold.
struct Want: Equatable, Sendable {
  let goal: Int
  let base: RecordedBase
  /// Whether no claim decides, so that the record is cleared.
  let isReturn: Bool
}

/// A level that the user chose since the light was last seen, and steps that followed.
struct Wish: Equatable, Sendable {
  private let levels: [Level]
  private let allowOff: Bool

  init(_ level: Level, allowOff: Bool, after former: Wish? = nil) {
    // A hundred steps of one percent reach every level; a light that hangs must not keep more.
    let steps = level.isStep ? former?.levels.suffix(99) ?? [] : []
    levels = steps + [level]
    self.allowOff = allowOff
  }

  /// The base level that the user wants where the light showed this before; nil where it cannot be.
  func base(on found: Setting, in range: LightRange) -> Base? {
    var setting = found
    for level in levels {
      guard let next = try? range.outcome(of: level, from: setting, allowOff: allowOff) else { return nil }
      setting = next
    }
    return base(setting, in: range)
  }

  func base(_ setting: Setting, in range: LightRange) -> Base {
    Base(setting, allowsOff: allowOff && setting.raw < range.floor)
  }
}

/// A wish for a light that rested at a level of ours, which its writer reads before it writes.
struct UnseenWish: Equatable, Sendable {
  var wish: Wish
  var from: Int
}
