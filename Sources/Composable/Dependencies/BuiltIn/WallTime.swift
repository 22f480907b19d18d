/// A moment as calendars count it: the time since the first of January 1970, in Greenwich.
///
/// It jumps when somebody sets the clock; what only waits uses `DependencyValues.clock`.
public struct WallTime: InstantProtocol {
  /// How long before this moment the year 1970 began.
  public let sinceEpoch: Duration

  /// Makes the moment that lies so long after the beginning of the year 1970, or before it.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// The beginning of the year 1970.
  public static let epoch = WallTime(sinceEpoch: .zero)

  public func advanced(by duration: Duration) -> WallTime {
    WallTime(sinceEpoch: sinceEpoch + duration)
  }

  public func duration(to other: WallTime) -> Duration {
    other.sinceEpoch - sinceEpoch
  }

  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.sinceEpoch < right.sinceEpoch
  }
}
