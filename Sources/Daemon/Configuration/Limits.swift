import Brightness
import Varlink

/// How much those who connect may ask for; each limit has its own refusal.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var session = SessionLimits()

  public init() {}
}
