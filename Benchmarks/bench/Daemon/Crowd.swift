import EventLoop
import Glibc

/// Clients in processes of their own, of which each connection is a session that holds the light.
final class Crowd: Sendable {
  /// What lets a daemon serve more sessions than one user is usually given.
  static let limits = "Connections=65536\nConnectionsPerUser=65536\nSceneBytesPerUser=64M"
  private static let connectionsEach = 100

  /// How many sessions the daemon has descriptors for: each takes one for its connection, and one for its process.
  static func largest(upTo count: Int) -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return min(count, (Int(limit.rlim_cur) - 50) / 2)
  }

  private let members: [Member]

  init(_ count: Int, of daemon: borrowing ServedLight, by calls: (Int) -> [String] = Calls.pushing) throws {
    var members: [Member] = []
    var left = count
    while left > 0 {
      let connections = min(left, Self.connectionsEach)
      // Never all of it: a scene that asks for that has something to write.
      let percent = 1 + members.count % 99
      members.append(Member(try daemon.hold(by: calls(percent), connections: connections)))
      left -= connections
    }
    self.members = members
  }

  /// Kills all, and comes back when the last is dead.
  func die() {
    for member in members { kill(member.process, SIGKILL) }
    for member in members { member.waitForEnd() }
  }
}

private final class Member: Sendable {
  private let holders: Holders

  var process: pid_t { holders.process }

  init(_ holders: consuming Holders) {
    self.holders = holders
  }

  /// Waits for the end without taking note of it, so that the number stays its own.
  func waitForEnd() {
    var info = siginfo_t()
    waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT)
  }
}
