import Model

/// How often something may still happen: at most `most` times at once, and then once a minute.
struct Allowance: Hashable, Codable, Sendable {
  private static let interval = Duration.seconds(60)

  private let most: Int
  /// When the next one would be allowed if none were saved up; a minute in the past means that one
  /// is.
  private var due: Moment?

  init(most: Int) { self.most = most }

  /// When one is allowed; nil for at once.
  func waitEnd(at now: Moment) -> Moment? {
    guard let due else { return nil }
    let earliest = Moment(due.offset - Self.interval * (most - 1))
    return now - earliest >= .zero ? nil : earliest
  }

  /// Uses one up. Only after `waitEnd` was nil.
  mutating func use(at now: Moment) {
    let start = due.map { $0 - now > .zero ? $0 : now } ?? now
    due = start + Self.interval
  }
}
