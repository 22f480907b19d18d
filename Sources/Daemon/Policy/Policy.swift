import Brightness
import EventLoop
import Glibc
import Model
import Varlink

/// A request that needs a right.
public enum Request: Hashable, Sendable {
  /// Read levels and lights, and that sessions exist.
  case read
  /// Read name, reason and process of a user's session.
  case readSession(of: uid_t)
  /// Set a level, push a scene.
  case change
  /// End a user's session.
  case endSession(of: uid_t)
  /// End all sessions.
  case endAllSessions
}

/// The answer to a request.
public enum Permission: Hashable, Sendable {
  case allowed
  /// With a sentence on who is allowed.
  case denied(String)
}

/// Rights of peers, by their credentials as the kernel recorded them.
public struct Policy: Sendable {
  /// The group whose members may change lights; nil for none.
  public var group: gid_t?
  /// A user who may change lights beside root: the one who runs a simulated or per-user daemon.
  public var owner: uid_t?
  /// Whether the user whose session is active at the seat may change lights.
  public var usesSeat: Bool

  public init(group: gid_t? = nil, owner: uid_t? = nil, usesSeat: Bool = true) {
    self.group = group
    self.owner = owner
    self.usesSeat = usesSeat
  }

  /// Whether a peer may do something while this user is active at the seat.
  public func may(_ peer: Peer, _ request: Request, at seat: Seat) -> Permission {
    if peer.isRoot { return .allowed }
    switch request {
    case .read: return .allowed
    case .readSession(of: peer.uid), .endSession(of: peer.uid): return .allowed
    case .readSession: return .denied("only root may read the sessions of other users")
    case .endSession, .endAllSessions: return .denied("only root may end the sessions of other users")
    case .change: return mayChange(peer, at: seat) ? .allowed : .denied(changers)
    }
  }

  private func mayChange(_ peer: Peer, at seat: Seat) -> Bool {
    if let group, peer.isMember(of: group) { return true }
    if peer.uid == owner { return true }
    return usesSeat && peer.uid == seat.active
  }

  private var changers: String {
    let members = group.map { ", members of group \($0)" } ?? ""
    let last = usesSeat ? "the user who is active at the seat" : "the user who runs the daemon"
    return "only root\(members) and \(last) may change lights"
  }
}

extension Peer {
  /// The process that connected a Unix socket, as the kernel recorded it then.
  public init(of socket: borrowing Descriptor) throws(DaemonError) {
    let number = socket.number
    do throws(SystemError) {
      let credentials = try PeerCredentials(of: socket)
      let groups = try Self.groups(of: number)
      self.init(uid: credentials.user, gid: credentials.group, pid: credentials.process, groups: groups)
    } catch {
      throw .refused(error)
    }
  }

  /// The peer of a connection that has just been opened.
  public init(_ connection: Connection) throws(DaemonError) {
    let socket: Descriptor?
    do throws(SystemError) {
      socket = try connection.duplicate()
    } catch {
      throw .refused(error)
    }
    guard let socket else { preconditionFailure("a connection was closed before it was opened") }
    try self.init(of: socket)
  }

  private static func groups(of socket: CInt) throws(SystemError) -> Set<gid_t> {
    var groups = [gid_t](repeating: 0, count: 64)
    while true {
      var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
      let result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
      let count = Int(length) / MemoryLayout<gid_t>.size
      if result == 0 { return Set(groups.prefix(count)) }
      let code = ErrorCode(rawValue: errno)
      // ERANGE: the kernel has stored the size that it needs.
      guard code.rawValue == ERANGE, count > groups.count else {
        throw SystemError("identify the groups of", "descriptor \(socket)", code)
      }
      groups = [gid_t](repeating: 0, count: count)
    }
  }
}

/// The system's group database.
public enum SystemAccounts {
  /// The number of a group given by name or number; nil if there is none.
  public static func group(_ text: String) -> gid_t? {
    if let number = gid_t(text) { return number }
    return withRoom { room, size in
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      let code = getgrnam_r(text, &entry, room, size, &found)
      return (code, found?.pointee.gr_gid)
    }
  }

  /// Makes root the owner of a folder, with the owner's group, if another user owns it.
  public static func becomeOwner(of folder: String) throws(DaemonError) {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    let (user, group) = (status.st_uid, status.st_gid)
    do throws(SystemError) {
      try systemCall("leave", "groups of root") { setgroups(0, nil) }
      try systemCall("become", "group \(group)") { setgid(group) }
      try systemCall("become", "user \(user)") { setuid(user) }
    } catch {
      throw .refused(error)
    }
  }

  /// Calls with a larger buffer each time until the entry fits.
  private static func withRoom<Value>(_ body: (UnsafeMutablePointer<CChar>, Int) -> (code: CInt, Value?)) -> Value? {
    var size = 1024
    while true {
      let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { room.deallocate() }
      let (code, value) = body(room, size)
      guard code == ERANGE, size < 1 << 20 else { return value }
      size *= 2
    }
  }
}
