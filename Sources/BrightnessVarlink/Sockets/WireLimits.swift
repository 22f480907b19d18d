import Glibc
import Synchronization

/// Limits for peers. A peer that exceeds one is disconnected; others are not affected.
public struct WireLimits: Sendable, Hashable {
  /// Connections of all users.
  public var connections = 1024
  /// Connections of one user, except for root.
  public var connectionsPerUser = 64
  /// Bytes of one message without its NUL: a few times the longest call.
  public var messageBytes = 64 << 10
  /// Bytes that wait for a slow peer. A single reply may exceed the limit, so that one of any
  /// length gets through.
  public var outputBytes = 256 << 10
  /// Bytes that wait in all connections of one user: calls that were not served, and replies that
  /// were not read. Enough for sixteen slow readers.
  public var userBytes = 4 << 20
  /// The same for all users together; above it each user has an equal share. It has to fit in the
  /// memory that the service is allowed, however many users there are.
  public var totalBytes = 8 << 20
  /// Bytes in the buffers of each connection that do not count, so that an ordinary call need not
  /// check the user's budget.
  static let freeBytes = 4 << 10
  /// Bytes that the kernel buffers in addition for a peer that does not read. Control groups charge
  /// them to this process.
  static let kernelBytes: CInt = 16 << 10
  /// Time for calls in one turn of the loop. Ends of connections and results of writes come in
  /// between.
  public var timePerTurn = Duration.milliseconds(2)
  /// Time for a peer to read one part of a list before the next part is sent.
  public var readingTime = Duration.seconds(30)
  /// For a client: the time that a service may take for its first reply to a call, and between the
  /// replies of a list; nil for no limit.
  public var silence: Duration?
  /// Depth of objects and lists in a message, which bounds the recursion of the parser.
  public var nesting = 16

  /// Connections that are left to root and other privileged users.
  public var reservedConnections: Int { connections / 8 }

  public init() {}
}

/// Bytes that wait in the buffers of connections: calls that were not served, and replies that were
/// not sent.
///
/// Limits of a connection would not bound the memory of a process: a user has many connections, and
/// there are many users.
///
/// Used on the loop only, so that the lock is never contended; it costs less than a check that this
/// is the loop.
final class ByteBudget: Sendable {
  private let perUser: Int
  private let total: Int
  private let waiting = Mutex(Waiting())

  private struct Waiting {
    var users: [uid_t: Int] = [:]
    var sum = 0

    func bytes(of user: uid_t) -> Int { users[user] ?? 0 }
  }

  init(perUser: Int, total: Int) {
    self.perUser = perUser
    self.total = total
  }

  subscript(user: uid_t) -> Int { waiting.withLock { $0.bytes(of: user) } }

  /// Whether a user may have more bytes waiting. Above the total, each user has an equal share. The
  /// added bytes may exceed the user's limit, because a single large reply must get through. Root,
  /// who may have to end the sessions of others, is not limited.
  func admits(_ user: uid_t, adding added: Int) -> Bool {
    if user == 0 { return true }
    return waiting.withLock {
      let bytes = $0.bytes(of: user)
      guard bytes <= perUser else { return false }
      let users = $0.users.count + (bytes == 0 ? 1 : 0)
      return $0.sum + added <= total || bytes + added <= total / users
    }
  }

  func change(_ user: uid_t, by difference: Int) {
    waiting.withLock {
      let bytes = $0.bytes(of: user) + difference
      $0.users[user] = bytes == 0 ? nil : bytes
      $0.sum += difference
    }
  }
}
