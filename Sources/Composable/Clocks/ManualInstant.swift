/// An instant of a clock that is moved by hand: how far it was moved.
public struct ManualInstant: InstantProtocol {
  /// How far the clock has to be moved from its beginning.
  public let offset: Duration

  /// Makes the instant that a clock shows once it was moved so far.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public func advanced(by duration: Duration) -> ManualInstant {
    ManualInstant(offset: offset + duration)
  }

  public func duration(to other: ManualInstant) -> Duration {
    other.offset - offset
  }

  public static func < (left: ManualInstant, right: ManualInstant) -> Bool {
    left.offset < right.offset
  }
}
