/// Who has sessions at the place where the machine's lights are looked at, as far as anybody says so.
public struct Seat: Hashable, Sendable {
  /// The user whose session is active there, if one is.
  public let active: UInt32?
  /// The users who have a session there.
  public let users: Set<UInt32>

  /// A seat as it is; without anything, one of which nothing is known.
  public init(active: UInt32? = nil, users: Set<UInt32> = []) {
    self.active = active
    self.users = users
  }

  /// Whether what a user claims waits: they have a session there, and it is not the active one.
  ///
  /// Who has none there works from elsewhere, and nobody takes their place.
  public func suspends(_ user: UInt32) -> Bool { user != active && users.contains(user) }
}
