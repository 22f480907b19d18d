/// How a light stands.
public enum LightStanding: Hashable, Sendable {
  /// Shows its base.
  case free
  /// Shows what a claim asks for.
  case held
  /// Has still to be brought to its base.
  case owing
  /// Is known but cannot be written now.
  case unavailable
}

/// A light as others see it.
public struct LightView: Hashable, Sendable {
  public let kind: LightKind
  public let range: LightRange
  public let base: Base
  /// What the light shows, or is on its way to.
  public let target: Setting
  public let decider: ClaimOwner?
  public let standing: LightStanding
}

/// A base that was recorded before a light was first written for a claim, and the range it was recorded in.
public struct OwedBase: Hashable, Sendable {
  public var base: Base
  public var range: LightRange

  public init(_ base: Base, in range: LightRange) {
    self.base = base
    self.range = range
  }

  func base(in other: LightRange) -> Base {
    Base(other.setting(base.setting, from: range), allowsOff: base.allowsOff)
  }
}
