import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc
import HardwareTesting
import Programs

@testable import Daemon

/// A client in a process of its own, with a child that keeps the socket open when the process has
/// ended, until the daemon closes it.
final class ProcessClient {
  private let daemon: TestDaemon
  private let folder: TemporaryFolder
  private let program: Program

  /// Sends each line of its input as a call; a line that begins with `!` is its last one.
  private static let script = """
    import os, select, socket, sys
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    if os.fork() == 0:
        os.close(0)
        os.close(1)
        end = select.poll()
        end.register(client, 0)
        end.poll()
        os._exit(0)
    print("connected", flush=True)
    for line in sys.stdin:
        client.sendall(line.lstrip("!").rstrip("\\n").encode() + b"\\0")
        print("sent", flush=True)
        if line.startswith("!"):
            os._exit(0)
        client.recv(65536)
        print("replied", flush=True)
    """

  init(_ daemon: TestDaemon, as user: Peer = User.member) throws {
    self.daemon = daemon
    daemon.clients.next = user
    folder = try TemporaryFolder()
    try daemon.running!.server.listen(at: "\(folder.path)/socket")
    program = try Program(["/usr/bin/python3", "-c", Self.script, "\(folder.path)/socket"])
    try program.wait(for: "connected")
    daemon.runUntilIdle()
  }

  /// Calls a method, and waits for the reply.
  func call(_ method: String, _ parameters: String) throws {
    program.forget()
    try say(method, parameters)
    try program.wait(for: "sent")
    daemon.runUntilIdle()
    try program.wait(for: "replied")
  }

  /// Calls a method and ends, before the daemon has read the call; the process is a zombie then.
  func leave(_ method: String, _ parameters: String) throws {
    try say(method, parameters, "!")
    var info = siginfo_t()
    try systemCall("await", "client") { waitid(P_PID, id_t(program.process), &info, WEXITED | WNOWAIT) }
  }

  private func say(_ method: String, _ parameters: String, _ mark: String = "") throws {
    let more = method == "Hold" ? #","more":true"# : ""
    let name = method.contains(".") ? method : "Sessions.\(method)"
    try program.say(#"\#(mark){"method":"io.brightnessd.\#(name)","parameters":\#(parameters)\#(more)}"#)
  }
}
