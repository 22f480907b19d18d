/// The users with a session on the machine's seat, as logind reports them.
public struct Seat: Hashable, Codable, Sendable {
  /// The user of the active session, if there is one.
  public let active: UInt32?
  /// All users with a session there.
  public let users: Set<UInt32>

  /// Without arguments, an unknown seat.
  public init(active: UInt32? = nil, users: Set<UInt32> = []) {
    self.active = active
    self.users = users
  }

  /// Whether the claims of a user are suspended, because another user is active and this one has a
  /// session on the seat too.
  ///
  /// Those of a user without a session there, such as a service or a remote login, are not
  /// suspended, since no switch would resume them. While no user is active, there is none to
  /// protect, and logind may list users who have logged out.
  public func suspends(_ user: UInt32) -> Bool {
    guard let active else { return false }
    return user != active && users.contains(user)
  }
}
