/// A point in time, as the clock that measures expiries tells it: how long after that clock's beginning.
public struct Moment: Hashable, Sendable {
  /// The time since the clock's beginning.
  public let offset: Duration

  /// The point in time so long after the clock's beginning.
  public init(_ offset: Duration) {
    self.offset = offset
  }

  static func + (moment: Moment, duration: Duration) -> Moment { Moment(moment.offset + duration) }

  /// How long it is from then to now.
  static func - (now: Moment, then: Moment) -> Duration { now.offset - then.offset }
}
