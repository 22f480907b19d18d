/// Who is at the other end of a connection, as the kernel says.
public struct Peer: Hashable, Sendable {
  /// The user.
  public let uid: UInt32
  /// The user's group.
  public let gid: UInt32
  /// The process that connected.
  public let pid: Int32

  /// A process of a user.
  public init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }
}
