import BrightnessModel
import Glibc

/// A right that a call needs. Reading lights and levels, and seeing that sessions exist, needs
/// none.
public enum Right: Hashable, Sendable {
  /// Read name, reason and process of a user's session.
  case readSession(of: uid_t)
  /// Set a level, push a scene.
  case change
  case endSession(of: uid_t)
  case endAllSessions
}

/// A group of the system, and how the configuration names it.
public struct Group: Hashable, Sendable {
  public let name: String
  public let number: gid_t

  public init(name: String, number: gid_t) {
    self.name = name
    self.number = number
  }
}

/// Rights of peers, by their credentials as the kernel recorded them.
public struct Policy: Sendable {
  /// The groups whose members may change lights.
  public var groups: [Group] = []
  /// A user who may change lights besides root: the one who runs a simulated or per-user daemon.
  public var owner: uid_t?
  /// Whether the user whose session is active at the seat may change lights.
  public var usesSeat = true

  /// Whether a peer has a right, with these users at the seat.
  public func may(_ peer: Peer, _ right: Right, at seat: Seat) -> Bool {
    if peer.isRoot { return true }
    switch right {
    case .readSession(of: peer.uid), .endSession(of: peer.uid): return true
    // Of other users.
    case .readSession, .endSession, .endAllSessions: return false
    case .change:
      if groups.contains(where: { peer.isMember(of: $0.number) }) { return true }
      return peer.uid == owner || usesSeat && peer.uid == seat.active
    }
  }
}
