import HardwareTesting
import Programs

/// A socket before that of a daemon, for one connection. It tells when the daemon has begun to
/// report to a client that prints nothing then.
final class WatchRelay {
  let socket: String
  private let relay: Program
  private let folder: TemporaryFolder

  init(to machine: Machine) throws {
    folder = try TemporaryFolder()
    socket = "\(folder.path)/socket"
    let ends = ["UNIX-LISTEN:\(socket)", "UNIX-CONNECT:\(machine.socket)"]
    relay = try Program(["/usr/bin/socat", "-dd", "-v"] + ends, errors: .included)
    try relay.wait(for: "listening on")
  }

  func waitForWatch() throws {
    try relay.wait(for: #""cause":"initial""#)
  }
}
