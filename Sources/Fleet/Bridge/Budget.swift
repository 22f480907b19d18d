import BrightnessModel

/// How often something may happen: a burst at once, and one more for each interval.
struct Budget: Equatable, Sendable {
  let burst: Int
  let interval: Duration
  /// When the whole burst is available again.
  private var full: Moment

  /// A budget of which nothing is used.
  init(burst: Int, interval: Duration, at now: Moment) {
    self.burst = burst
    self.interval = interval
    full = now
  }

  /// When it may happen next; a moment that is over if it may happen now.
  var ready: Moment { full + interval * -(burst - 1) }

  func isFull(at now: Moment) -> Bool { full <= now }

  mutating func use(at now: Moment) { full = max(full, now) + interval }
}
