import Glibc

/// Bytes that wait in the buffers of connections: calls that were not served, and replies that were not sent.
///
/// Limits of a connection would not bound the memory of a process: a user has many connections, and there are many users.
struct ByteBudget {
  private let perUser: Int
  private let total: Int
  private var users: [uid_t: Int] = [:]
  private var sum = 0

  init(perUser: Int, total: Int) {
    (self.perUser, self.total) = (perUser, total)
  }

  subscript(user: uid_t) -> Int { users[user] ?? 0 }

  /// Whether a user may have more bytes waiting. What is added may exceed the limit: a single large reply must get through.
  func admits(_ user: uid_t) -> Bool {
    // Where all users together have too much, those are refused who have more than an equal share.
    self[user] <= perUser && (sum <= total || self[user] <= total / users.count)
  }

  mutating func change(_ user: uid_t, by difference: Int) {
    if difference == 0 { return }
    let bytes = self[user] + difference
    users[user] = bytes == 0 ? nil : bytes
    sum += difference
  }
}
