import Brightness
import Glibc

/// Something that may be asked of the daemon by some and not by others.
public enum Request: Hashable, Sendable {
  /// Levels, lights, and that there are sessions.
  case read
  /// The name, the reason and the process of a session that belongs to a user.
  case readSession(of: uid_t)
  /// Setting a level, pushing a scene.
  case change
  /// Ending a session that belongs to a user.
  case endSession(of: uid_t)
  /// Ending everybody's sessions.
  case endAllSessions
}

/// Whether a request is granted.
public enum Permission: Hashable, Sendable {
  case allowed
  /// In words, who would have been allowed.
  case denied(String)
}

/// Who may do what, by what the kernel knows of them.
public struct Policy: Sendable {
  /// The group whose members may change lights; nil for none.
  public var group: gid_t?
  /// Whose machine it is, as a simulated one is that of whoever runs it; nil for nobody's but root's.
  public var owner: uid_t?
  /// Whether whoever sits at the machine may change lights.
  public var heedsSeat: Bool

  public init(group: gid_t? = nil, owner: uid_t? = nil, heedsSeat: Bool = true) {
    self.group = group
    self.owner = owner
    self.heedsSeat = heedsSeat
  }

  /// Whether a peer may do so while these are at the seat.
  public func may(_ peer: Peer, _ request: Request, at seat: Seat) -> Permission {
    if peer.isRoot { return .allowed }
    switch request {
    case .read: return .allowed
    case .readSession(of: peer.user), .endSession(of: peer.user): return .allowed
    case .readSession: return .denied("what another user's session is about is told to root alone")
    case .endSession, .endAllSessions: return .denied("other users' sessions are ended by root alone")
    case .change: return mayChange(peer, at: seat) ? .allowed : .denied(changers)
    }
  }

  private func mayChange(_ peer: Peer, at seat: Seat) -> Bool {
    if let group, peer.isMember(of: group) { return true }
    if peer.user == owner { return true }
    return heedsSeat && peer.user == seat.active
  }

  private var changers: String {
    let members = group.map { ", members of group \($0)" } ?? ""
    let last = heedsSeat ? "whoever sits at the machine" : "whoever the daemon belongs to"
    return "lights are changed by root\(members) and \(last)"
  }
}
