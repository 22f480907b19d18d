import EventLoop
import Glibc

/// Connections with calls that wait, in the order in which they are served.
///
/// The user whose calls have taken the least time comes first, and of that user's connections the one that waits longest. So a user who floods
/// the server delays the calls of another user by a single call.
struct CallQueue<Element> {
  private var users: [uid_t: User] = [:]
  /// The time that the user served last had used then. A user who comes or comes back begins here: time not used is not saved up.
  private var clock = Duration.zero
  private var count = 0

  private struct User {
    var used: Duration
    var waiting = FIFO<Element>()
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element, of user: uid_t) {
    if users[user] == nil { forgetIdleUsers() }
    var entry = users[user] ?? User(used: clock)
    if entry.waiting.isEmpty { entry.used = max(entry.used, clock) }
    entry.waiting.append(element)
    users[user] = entry
    count += 1
  }

  mutating func next() -> Element? {
    let waiting = users.lazy.filter { !$0.value.waiting.isEmpty }
    // The number decides between equals, so that the order does not depend on hash values.
    guard let user = waiting.min(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) else { return nil }
    clock = user.value.used
    count -= 1
    return users[user.key]?.waiting.popFirst()
  }

  /// Counts the time that a call of a user took.
  mutating func charge(_ time: Duration, to user: uid_t) {
    users[user]?.used += time
  }

  private mutating func forgetIdleUsers() {
    users = users.filter { !$0.value.waiting.isEmpty || $0.value.used > clock }
  }
}

/// A queue whose elements are removed in constant time.
private struct FIFO<Element> {
  /// The first elements, reversed.
  private var front: [Element] = []
  private var back: [Element] = []

  var isEmpty: Bool { front.isEmpty && back.isEmpty }

  mutating func append(_ element: Element) { back.append(element) }

  mutating func popFirst() -> Element? {
    if front.isEmpty { (front, back) = (back.reversed(), []) }
    return front.popLast()
  }
}
