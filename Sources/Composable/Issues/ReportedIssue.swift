/// A misuse, worded so that its reader knows what happened, where, why, and what to do.
public struct ReportedIssue: Sendable, Hashable {
  /// What happened, and the way out.
  public let message: String
  /// Where the operator, the effect or the call was written that the message speaks of.
  public let location: CodeLocation

  /// Makes an issue; whoever meets one calls `reportIssue` instead.
  public init(_ message: String, at location: CodeLocation) {
    self.message = message
    self.location = location
  }
}
