import Varlink

/// How much those who connect may ask for; each limit has its own refusal.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var scenesPerSession = 16
  public var claimsPerScene = 32
  /// Bytes of a name, a reason, or any other text in a message.
  public var stringBytes = 1 << 10

  public init() {}
}
