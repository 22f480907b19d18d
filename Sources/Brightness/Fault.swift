/// Why a light does not show its target.
public struct Fault: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable {
    /// A read or a write failed; the writer retries as its retry policy says.
    case refused
    /// The light is restored, but its record could not be cleared.
    case uncleared
    /// A system call does not return.
    case hangs
    case disconnected
  }

  public let kind: Kind
  /// The reason for users.
  public let reason: String
  /// Whether logind refused because the user's session is not active; the seat's next event retries.
  public let isForSession: Bool

  public init(_ kind: Kind, _ reason: String, isForSession: Bool = false) {
    (self.kind, self.reason, self.isForSession) = (kind, reason, isForSession)
  }

  public static let hangs = Fault(.hangs, "its driver does not answer")
  public static let disconnected = Fault(.disconnected, "it is not connected")
  static let hasNoSteps = Fault(.refused, "it has no brightness steps")

  /// Whether the light may not show its target.
  var isInTheWay: Bool { kind != .uncleared }
}
