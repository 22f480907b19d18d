import BrightnessEventLoop
import Glibc

/// Clients in other processes; each connection is a session that holds the light.
final class ClientGroup: Sendable {
  /// Configured limits for more sessions than a user has by default.
  static let limits = "Connections=65536\nConnectionsPerUser=65536\nSceneBytesPerUser=1M"
  private static let connectionsEach = 100

  /// The number of sessions for which the daemon has descriptors: one for the connection and one
  /// for the process of each.
  static func largest(upTo count: Int) -> Int { min(count, (mostDescriptors() - 50) / 2) }

  private let members: [Member]

  init(_ count: Int, of daemon: borrowing ServedLight, by calls: (Int) -> [String] = Calls.pushing) throws {
    var members: [Member] = []
    var left = count
    while left > 0 {
      let connections = min(left, Self.connectionsEach)
      // Never 100%, so that a scene at 100% has to be written.
      let percent = 1 + members.count % 99
      members.append(Member(try daemon.hold(by: calls(percent), connections: connections)))
      left -= connections
    }
    self.members = members
  }

  /// Kills all clients, and waits for their end.
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

  /// Waits for the end without reaping the process, so that its id is not reused.
  func waitForEnd() {
    var info = siginfo_t()
    waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT)
  }
}

/// Lets this process, and those that it starts, have as many descriptors as it may; returns their
/// number.
func mostDescriptors() -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_cur)
}
