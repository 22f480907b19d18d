import Brightness
import EventLoop
import Glibc
import Model
import Varlink

/// A right that a call needs. To read levels and lights, and that sessions exist, none is needed.
public enum Right: Hashable, Sendable {
  /// Read name, reason and process of a user's session.
  case readSession(of: uid_t)
  /// Set a level, push a scene.
  case change
  case endSession(of: uid_t)
  case endAllSessions
}

/// Rights of peers, by their credentials as the kernel recorded them.
public struct Policy: Sendable {
  /// The group whose members may change lights; nil for none.
  public var group: gid_t?
  /// A user who may change lights besides root: the one who runs a simulated or per-user daemon.
  public var owner: uid_t?
  /// Whether the user whose session is active at the seat may change lights.
  public var usesSeat = true

  /// Whether a peer may do something while this user is active at the seat.
  public func may(_ peer: Peer, _ right: Right, at seat: Seat) -> Bool {
    if peer.isRoot { return true }
    switch right {
    case .readSession(of: peer.uid), .endSession(of: peer.uid): return true
    // Of other users.
    case .readSession, .endSession, .endAllSessions: return false
    case .change:
      if let group, peer.isMember(of: group) { return true }
      return peer.uid == owner || usesSeat && peer.uid == seat.active
    }
  }
}

extension Peer {
  /// The process that connected a Unix socket, as the kernel recorded it then.
  public init(of socket: borrowing Descriptor) throws(DaemonError) {
    let (user, groups) = try converting(DaemonError.refused) { () throws(SystemError) in
      (try PeerCredentials(of: socket), try Self.groups(of: socket.number))
    }
    self.init(uid: user.user, gid: user.group, pid: user.process, groups: groups)
  }

  public init(_ connection: Connection) throws(DaemonError) {
    let socket = try converting(DaemonError.refused) { () throws(SystemError) in try connection.duplicate() }
    guard let socket else { preconditionFailure("a connection was closed before it was opened") }
    try self.init(of: socket)
  }

  private static func groups(of socket: CInt) throws(SystemError) -> Set<gid_t> {
    // Without room for any, the kernel stores the size that it needs; the groups of a connection never change.
    var length: socklen_t = 0
    _ = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, nil, &length)
    var groups = [gid_t](repeating: 0, count: Int(length) / MemoryLayout<gid_t>.size)
    try systemCall("identify the groups of", "descriptor \(socket)") {
      getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
    }
    return Set(groups)
  }
}

public enum SystemAccounts {
  /// The number of a group given by name or number; nil if there is none.
  public static func group(_ text: String) -> gid_t? {
    // The buffer of getgrnam(3) is shared by all threads, and only the loop's thread asks.
    gid_t(text) ?? localGroup(text) ?? getgrnam(text)?.pointee.gr_gid
  }

  /// The number of a group of this machine. getgrnam(3) also asks other sources, whose libraries
  /// would take 0.6 MB for as long as the daemon runs.
  static func localGroup(_ name: String) -> gid_t? {
    guard let file = fopen("/etc/group", "re") else { return nil }
    defer { fclose(file) }
    while let group = fgetgrent(file)?.pointee {
      if String(cString: group.gr_name) == name { return group.gr_gid }
    }
    return nil
  }

  /// Makes root the owner of a folder, with the owner's group, if another user owns it.
  public static func becomeOwner(of folder: String) throws(DaemonError) {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    let (user, group) = (status.st_uid, status.st_gid)
    try daemonCall("leave", "groups of root") { setgroups(0, nil) }
    try daemonCall("become", "group \(group)") { setgid(group) }
    try daemonCall("become", "user \(user)") { setuid(user) }
  }
}
