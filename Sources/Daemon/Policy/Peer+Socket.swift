import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc

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
    // Without room for any, the kernel stores the size that it needs; the groups of a connection
    // never change.
    var length: socklen_t = 0
    _ = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, nil, &length)
    var groups = [gid_t](repeating: 0, count: Int(length) / MemoryLayout<gid_t>.size)
    try systemCall("identify the groups of", "descriptor \(socket)") {
      getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
    }
    return Set(groups)
  }
}
