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

/// The seat as logind describes it in a file.
///
/// The daemon reads it whenever the file changes, and once more before it judges a right to change
/// lights, because the notice of a change may be late. Each seat that is read goes to the core,
/// which decides whose claims count.
final class SeatWatch {
  private let file: SeatFile
  private let core: RunningCore
  private let log: Log
  /// Nil while the file is not watched.
  private var watch: Watch?

  init(_ file: SeatFile, _ core: RunningCore, _ log: Log) {
    self.file = file
    self.core = core
    self.log = log
  }

  /// Reads the seat now, and calls `changed` on the loop whenever its file changes.
  func follow(on loop: EventLoop, changed: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      watch = try loop.onChange(at: file.name, in: file.folder, callback: changed)
    } catch {
      log(.warning, "\(error); the seat's user is read when a client changes a light", kind: "seat")
    }
    read(isEvent: false)
  }

  /// Reads the seat. With `isEvent` logind said that it changed, which is a chance to retry refused
  /// writes even if its users are the same.
  func read(isEvent: Bool) {
    do throws(ConfigurationFile.Flaw) {
      let seat = try file.read()
      if isEvent || seat != core.state.seat { core.handle(.seatRead(seat, isEvent: isEvent)) }
    } catch {
      log(.warning, "cannot read the seat: \(error); its users stay as they were", kind: "seat")
    }
  }
}
