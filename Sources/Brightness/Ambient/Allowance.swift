import BrightnessModel

/// How often something may still happen: some times at once, and then once a minute.
struct Allowance: Hashable, Sendable {
  private static let interval = Duration.seconds(60)

  /// When everything that was used up is saved up again.
  private var fullAgain: Moment?

  /// When one is allowed, of `most` that are saved up at most; nil for at once.
  func waitEnd(at now: Moment, most: Int) -> Moment? {
    guard let fullAgain else { return nil }
    let earliest = Moment(fullAgain.offset - Self.interval * (most - 1))
    return now - earliest >= .zero ? nil : earliest
  }

  /// Uses one up. Only after `waitEnd` was nil.
  mutating func use(at now: Moment) {
    let start = fullAgain.map { max($0, now) } ?? now
    fullAgain = start + Self.interval
  }
}
