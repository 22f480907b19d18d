/// The process at the other end of a connection and its user, as the kernel reports them.
public struct Peer: Hashable, Codable, Sendable {
  public let uid: UInt32
  public let gid: UInt32
  /// The process that connected; its number may belong to another process later.
  public let pid: Int32
  public let groups: Set<UInt32>

  public init(uid: UInt32, gid: UInt32, pid: Int32, groups: Set<UInt32> = []) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
    self.groups = groups
  }

  public var isRoot: Bool { uid == 0 }

  public func isMember(of group: UInt32) -> Bool { gid == group || groups.contains(group) }

  /// Whether both are the same process and user; groups are not compared, since they are not part
  /// of a session's record.
  public func isSameProcess(as other: Peer) -> Bool { (uid, gid, pid) == (other.uid, other.gid, other.pid) }
}
