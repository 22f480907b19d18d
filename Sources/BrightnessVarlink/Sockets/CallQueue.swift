import BrightnessEventLoop
import Glibc
import Synchronization

/// Connections with calls that wait, in the order in which they are served.
///
/// The user whose calls have taken the least time comes first, and of that user's connections the
/// one that waits longest. So a user who floods the server delays the calls of another user by a
/// single call.
struct CallQueue<Element> {
  private struct User {
    let number: uid_t
    var used: Duration
    var waiting: [Element] = []

    /// Whether a call of this user is served before one of `other`. The user's number breaks ties,
    /// so that the order does not depend on who came first.
    func isBefore(_ other: User) -> Bool { (used, number) < (other.used, other.number) }
  }

  private var users: [User] = []
  /// The used time of the user who was served last. A user who arrives or returns starts here, so
  /// that unused time is not saved up.
  private var clock = Duration.zero

  var isEmpty: Bool { users.allSatisfy { $0.waiting.isEmpty } }

  mutating func append(_ element: Element, of user: uid_t) {
    let index = users.firstIndex { $0.number == user } ?? insert(user)
    if users[index].waiting.isEmpty { users[index].used = max(users[index].used, clock) }
    users[index].waiting.append(element)
  }

  mutating func next() -> Element? {
    var first: Int?
    for index in users.indices where !users[index].waiting.isEmpty {
      if first.map({ users[index].isBefore(users[$0]) }) ?? true { first = index }
    }
    guard let first else { return nil }
    clock = users[first].used
    return users[first].waiting.removeFirst()
  }

  mutating func charge(_ time: Duration, to user: uid_t) {
    guard let index = users.firstIndex(where: { $0.number == user }) else { return }
    users[index].used += time
  }

  mutating func removeAll() {
    users = []
  }

  private mutating func insert(_ user: uid_t) -> Int {
    // Forgets users who have nothing waiting and would start at `clock` again.
    users.removeAll { $0.waiting.isEmpty && $0.used <= clock }
    users.append(User(number: user, used: clock))
    return users.count - 1
  }
}

/// Two queues with equal shares of the time: the calls of root and other privileged users, and
/// those of all others.
///
/// If a thousand users flood the server, one call of each takes too long for the user who has to
/// end their sessions.
struct CallLanes<Element> {
  private var privileged = CallQueue<Element>()
  private var common = CallQueue<Element>()
  /// How much longer privileged calls took than the others, since one of the two queues was last
  /// empty.
  private var lead = Duration.zero
  private var isPrivilegedTurn = false

  var isEmpty: Bool { privileged.isEmpty && common.isEmpty }

  mutating func append(_ element: Element, of user: uid_t, isPrivileged: Bool) {
    if isPrivileged {
      if privileged.isEmpty { lead = max(lead, .zero) }
      privileged.append(element, of: user)
    } else {
      if common.isEmpty { lead = min(lead, .zero) }
      common.append(element, of: user)
    }
  }

  mutating func next() -> Element? {
    isPrivilegedTurn = !privileged.isEmpty && (lead <= .zero || common.isEmpty)
    return isPrivilegedTurn ? privileged.next() : common.next()
  }

  /// Charges the time of the call that `next` returned last.
  mutating func charge(_ time: Duration, to user: uid_t) {
    if isPrivilegedTurn {
      lead += time
      privileged.charge(time, to: user)
    } else {
      lead -= time
      common.charge(time, to: user)
    }
  }

  mutating func removeAll() {
    privileged.removeAll()
    common.removeAll()
  }
}

/// Serves the calls of all connections of a server, some in each turn of the loop.
///
/// Used on the loop only, so the lock is never contended. It only proves exclusive access to the
/// compiler.
final class CallScheduler: Sendable {
  private struct State {
    var queue = CallLanes<Connection>()
    var isDue = false
  }

  private let loop: EventLoop
  private let timePerTurn: Duration
  private let isPrivileged: @Sendable (uid_t) -> Bool
  private let state = Mutex(State())

  /// - Parameter isPrivileged: Whether a user other than root is privileged.
  init(on loop: EventLoop, timePerTurn: Duration, isPrivileged: @escaping @Sendable (uid_t) -> Bool) {
    self.loop = loop
    self.timePerTurn = timePerTurn
    self.isPrivileged = isPrivileged
  }

  /// Serves the next call of a connection when its turn comes.
  func enqueue(_ connection: Connection) {
    let user = connection.peer.user
    let isPrivileged = user == 0 || isPrivileged(user)
    let wasDue = state.withLock { state in
      state.queue.append(connection, of: user, isPrivileged: isPrivileged)
      defer { state.isDue = true }
      return state.isDue
    }
    // After the other events of this turn.
    if !wasDue { loop.perform { self.serveWaiting() } }
  }

  /// Removes the waiting connections, which retain this queue.
  func stop() {
    state.withLock { $0.queue.removeAll() }
  }

  private func serveWaiting() {
    var now = LoopClock.Instant.now
    let end = now.advanced(by: timePerTurn)
    while now < end, let connection = state.withLock({ $0.queue.next() }) {
      connection.serve()
      let before = now
      now = .now
      // At most the time of a turn, because another program may have been running in between.
      let took = min(before.duration(to: now), timePerTurn)
      state.withLock { $0.queue.charge(took, to: connection.peer.user) }
    }
    let isDue = state.withLock { state in
      state.isDue = !state.queue.isEmpty
      return state.isDue
    }
    // A timer, since a job would run in the same turn.
    if isDue { loop.after(.zero) { self.serveWaiting() } }
  }
}
