/// The level and restore record that a light's writer has to bring about. A newer request replaces
/// it.
public struct TargetRequest: Hashable, Sendable {
  /// The raw value of the light's target; nil if only the restore record has to change.
  public var target: Int?
  /// The time until the target is reached; nil to write it at once.
  public var fade: Duration?
  public var kind: LightKind
  public var range: LightRange
  /// The base level to record before anything is written; nil to record nothing.
  public var record: RecordedBase?
  /// Whether no claim decides: the restore record is cleared once the light shows the target.
  public var isReturn: Bool
  /// The only raw value from which the light may be recorded and moved, because the request was
  /// computed from it; nil for any.
  public var expected: Int?
  /// Whether a program makes the request rather than the user. Programs have a budget of writes to
  /// a monitor.
  public var isByProgram: Bool

  public init(
    target: Int?,
    fade: Duration? = nil,
    kind: LightKind,
    range: LightRange,
    record: RecordedBase?,
    isReturn: Bool,
    expected: Int? = nil,
    isByProgram: Bool = false
  ) {
    self.target = target
    self.fade = fade
    self.kind = kind
    self.range = range
    self.record = record
    self.isReturn = isReturn
    self.expected = expected
    self.isByProgram = isByProgram
  }
}

/// A base level that was recorded before a light was first written for a claim, and the range it
/// was recorded in.
public struct RecordedBase: Hashable, Codable, Sendable {
  public var base: Base
  public var range: LightRange

  public init(_ base: Base, in range: LightRange) {
    self.base = base
    self.range = range
  }

  public func base(in other: LightRange) -> Base {
    Base(other.setting(base.setting, from: range), allowsOff: base.allowsOff)
  }
}
