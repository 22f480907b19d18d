import Glibc
import Synchronization

/// Bytes that wait in the buffers of connections: calls that were not served, and replies that were not sent.
///
/// Limits of a connection would not bound the memory of a process: a user has many connections, and there are many users.
///
/// Used on the loop only, so that the lock is never contended: it costs each call less than a proof that this is the loop.
final class ByteBudget: Sendable {
  private let perUser: Int
  private let total: Int
  private let waiting = Mutex(Waiting())

  private struct Waiting {
    var users: [uid_t: Int] = [:]
    var sum = 0

    func of(_ user: uid_t) -> Int { users[user] ?? 0 }
  }

  init(perUser: Int, total: Int) {
    (self.perUser, self.total) = (perUser, total)
  }

  subscript(user: uid_t) -> Int { waiting.withLock { $0.of(user) } }

  /// Whether a user may have more bytes waiting. Beyond the total each user has an equal share. What is added may exceed the limit of the
  /// user: a single large reply must get through. Root, who may have to end the sessions of others, is not limited.
  func admits(_ user: uid_t, adding added: Int) -> Bool {
    waiting.withLock {
      let bytes = $0.of(user)
      let users = $0.users.count + (bytes == 0 ? 1 : 0)
      return user == 0 || bytes <= perUser && ($0.sum + added <= total || bytes + added <= total / users)
    }
  }

  func change(_ user: uid_t, by difference: Int) {
    waiting.withLock {
      let bytes = $0.of(user) + difference
      $0.users[user] = bytes == 0 ? nil : bytes
      $0.sum += difference
    }
  }
}
