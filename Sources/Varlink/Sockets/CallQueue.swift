import EventLoop
import Glibc
import Synchronization

/// Connections with calls that wait, in the order in which they are served.
///
/// The user whose calls have taken the least time comes first, and of that user's connections the one that waits longest. So a user who floods
/// the server delays the calls of another user by a single call.
struct CallQueue<Element> {
  private var users: [uid_t: User] = [:]
  /// The time that the user served last had used then. A user who comes or comes back begins here: time not used is not saved up.
  private var clock = Duration.zero

  private final class User {
    var used: Duration
    var waiting: [Element] = []

    init(used: Duration) {
      self.used = used
    }
  }

  var isEmpty: Bool { users.values.allSatisfy { $0.waiting.isEmpty } }

  mutating func append(_ element: Element, of user: uid_t) {
    let entry = users[user] ?? insert(user)
    if entry.waiting.isEmpty { entry.used = max(entry.used, clock) }
    entry.waiting.append(element)
  }

  mutating func next() -> Element? {
    let waiting = users.lazy.filter { !$0.value.waiting.isEmpty }
    // The number decides between equals, so that the order does not depend on hash values.
    guard let (_, user) = waiting.min(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) else { return nil }
    clock = user.used
    return user.waiting.removeFirst()
  }

  func charge(_ time: Duration, to user: uid_t) {
    users[user]?.used += time
  }

  mutating func removeAll() {
    users = [:]
  }

  private mutating func insert(_ user: uid_t) -> User {
    // Forgets those who have nothing waiting, and would begin here if they came back.
    users = users.filter { !$0.value.waiting.isEmpty || $0.value.used > clock }
    let entry = User(used: clock)
    users[user] = entry
    return entry
  }
}

/// Serves the calls of all connections of a server, some in each turn of the loop.
///
/// Used on the loop only, so that the lock is never contended; it proves the exclusive access to the compiler.
final class CallTurns: Sendable {
  private struct State {
    var queue = CallQueue<Connection>()
    var isDue = false
  }

  private let loop: EventLoop
  private let timePerTurn: Duration
  private let state = Mutex(State())

  init(on loop: EventLoop, timePerTurn: Duration) {
    self.loop = loop
    self.timePerTurn = timePerTurn
  }

  /// Serves the next call of a connection when its turn comes.
  func enqueue(_ connection: Connection) {
    let wasDue = state.withLock { state in
      state.queue.append(connection, of: connection.peer.user)
      defer { state.isDue = true }
      return state.isDue
    }
    // After the other events of this turn.
    if !wasDue { loop.perform { self.serveWaiting() } }
  }

  /// Forgets the connections that wait, which know this queue and would keep it.
  func stop() {
    state.withLock { $0.queue.removeAll() }
  }

  private func serveWaiting() {
    let start = LoopClock.Instant.now
    var now = start
    while start.duration(to: now) < timePerTurn, let connection = state.withLock({ $0.queue.next() }) {
      connection.serve()
      let before = now
      now = .now
      state.withLock { $0.queue.charge(before.duration(to: now), to: connection.peer.user) }
    }
    let isDue = state.withLock { state in
      state.isDue = !state.queue.isEmpty
      return state.isDue
    }
    // A timer, since a job would run in the same turn.
    if isDue { loop.after(.zero) { self.serveWaiting() } }
  }
}
