/// The number of a session; never used again by another one.
public struct SessionID: Hashable, Codable, Sendable, Comparable {
  /// The highest number that a record may have: numbers above it are reserved, and never come to overflow.
  public static let highestRecorded = 1 << 52

  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// The number of a scene within its session; never used again by another one.
public struct SceneID: Hashable, Codable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

/// The scene that a claim belongs to.
public struct SceneKey: Hashable, Codable, Sendable {
  public let session: SessionID
  public let scene: SceneID

  public init(session: SessionID, scene: SceneID) {
    self.session = session
    self.scene = scene
  }
}

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

  /// Whether both are the same process and user; groups are not compared, since they are not part of a session's record.
  public func isSameProcess(as other: Peer) -> Bool { (uid, gid, pid) == (other.uid, other.gid, other.pid) }
}

/// The users with a session on the machine's seat, as logind reports them.
public struct Seat: Hashable, Codable, Sendable {
  /// The user of the active session, if there is one.
  public let active: UInt32?
  /// All users with a session there.
  public let users: Set<UInt32>

  /// Without arguments, a seat of which nothing is known.
  public init(active: UInt32? = nil, users: Set<UInt32> = []) {
    self.active = active
    self.users = users
  }

  /// Whether the claims of a user are suspended, because another user is active and this one has a
  /// session on the seat too.
  ///
  /// Those of a user without a session there, such as a service or a remote login, are not: no
  /// switch would resume them. While no user is active there is none to protect, and logind may
  /// list users who have logged out.
  public func suspends(_ user: UInt32) -> Bool {
    guard let active else { return false }
    return user != active && users.contains(user)
  }
}

/// A time on the clock that measures expiry, which also runs during suspend.
public struct Moment: Hashable, Codable, Sendable {
  /// The time since the clock's start.
  public let offset: Duration

  public init(_ offset: Duration) { self.offset = offset }

  public static func + (moment: Moment, duration: Duration) -> Moment { Moment(moment.offset + duration) }

  public static func - (now: Moment, then: Moment) -> Duration { now.offset - then.offset }
}
