/// A time on the clock that measures expiry, which also runs during suspend.
public struct Moment: Hashable, Comparable, Codable, Sendable {
  /// The time since the clock's start.
  public let offset: Duration

  public init(_ offset: Duration) { self.offset = offset }

  public static func + (moment: Moment, duration: Duration) -> Moment { Moment(moment.offset + duration) }

  public static func < (left: Moment, right: Moment) -> Bool { left.offset < right.offset }

  public static func - (now: Moment, then: Moment) -> Duration { now.offset - then.offset }
}
