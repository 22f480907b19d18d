import EventLoop
import Glibc
import Varlink

/// Who asks.
public struct Peer: Hashable, Sendable {
  public let user: uid_t
  public let group: gid_t
  /// Those beside `group`.
  public let groups: Set<gid_t>

  public init(user: uid_t, group: gid_t, groups: Set<gid_t> = []) {
    self.user = user
    self.group = group
    self.groups = groups
  }

  var isRoot: Bool { user == 0 }

  func isMember(of group: gid_t) -> Bool { self.group == group || groups.contains(group) }
}

extension Peer {
  /// Who connected a Unix socket, by the word of the kernel.
  public init(of socket: borrowing Descriptor) throws(DaemonError) {
    let number = socket.number
    do throws(SystemError) {
      let credentials = try PeerCredentials(of: socket)
      let groups = try Self.groups(of: number)
      self.init(user: credentials.user, group: credentials.group, groups: groups)
    } catch {
      throw .refused(error)
    }
  }

  /// Who is at the other end of a connection that has just been opened.
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
      // The kernel has said how much room it wants.
      guard code.rawValue == ERANGE, count > groups.count else {
        throw SystemError("identify the groups of", "descriptor \(socket)", code)
      }
      groups = [gid_t](repeating: 0, count: count)
    }
  }
}
