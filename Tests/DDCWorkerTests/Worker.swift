import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Programs

/// A machine with a monitor at card1-DP-1.
struct Machine: ~Copyable {
  let tree: FakeTree
  let bus: SimulatedBus
  let fingerprint: UInt64

  init() throws {
    let tree = try FakeTree()
    try tree.addConnector("card1-DP-1", EDIDBytes().bytes)
    try tree.addBus(4, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
    let bus = try SimulatedBus(4, under: tree.root)
    let fingerprint = try EDID(EDIDBytes().bytes).fingerprint
    self.tree = tree
    self.bus = bus
    self.fingerprint = fingerprint
  }

  func startedWorker(errors: Program.Errors = .apart) throws -> Worker {
    try Worker(["--sysfs", tree.root], errors: errors)
  }
}

/// The program with a socket for its requests, as systemd and the daemon start it.
final class Worker {
  let program: Program
  private let socket: Descriptor

  init(_ words: [String], errors: Program.Errors) throws {
    var ends = try Ends()
    program = try Self.program(words, on: ends.theirs, errors: errors)
    socket = ends.takeOurs()
  }

  /// Starts the program alone, on a descriptor that is its input and its output.
  static func program(_ words: [String], on socket: CInt, errors: Program.Errors = .apart) throws -> Program {
    // Through a shell, since a test's program has pipes for its input and output. That of POSIX
    // cannot start a file by another name.
    let path = try Program.path(of: "brightnessd-ddc")
    let errorsToo = errors == .included ? "2>&4 4>&-" : "4>&-"
    return try Program(
      ["/bin/bash", "-c", "exec 4>&1; exec -a brightnessd-ddc \"$0\" \"$@\" <&3 >&3 3>&- \(errorsToo)", path] + words,
      inherited: [socket],
      errors: errors
    )
  }

  func send(_ bytes: [UInt8]) throws {
    _ = try bytes.withUnsafeBytes { try socket.write($0) }
    if bytes.count < WorkerRequest.length { shutdown(socket.number, CInt(SHUT_WR)) }
  }

  /// The reply to a request, while the bus answers the worker's calls.
  func reply(to request: WorkerRequest, _ bus: SimulatedBus) throws -> WorkerReply? {
    try send(request.bytes ?? [])
    bus.serve(until: socket)
    var bytes = [UInt8](repeating: 0, count: WorkerRequest.length)
    let count = try bytes.withUnsafeMutableBytes { try socket.read(into: $0) } ?? 0
    return WorkerReply(Array(bytes[..<count]))
  }

  /// Lets its replies fail.
  func stopReading() {
    shutdown(socket.number, CInt(SHUT_RD))
  }

  /// Ends its input, and waits for its exit status.
  func waitForEnd() -> CInt {
    shutdown(socket.number, CInt(SHUT_WR))
    return program.waitForEnd()
  }
}

/// Two connected sockets, of which a worker gets a copy of the second.
struct Ends: ~Copyable {
  private var ours: Descriptor?
  private var others: Descriptor?
  let theirs: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    try systemCall("create", "sockets") {
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    let (first, second) = (ends[0], ends[1])
    try systemCall("configure", "socket") { fcntl(first, F_SETFL, O_NONBLOCK) }
    ours = Descriptor(owning: first)
    others = Descriptor(owning: second)
    theirs = second
  }

  /// The first socket; the second is closed here, so that its end is that of the worker.
  mutating func takeOurs() -> Descriptor {
    others = nil
    guard let ours = ours.take() else { preconditionFailure("the first socket was taken before") }
    return ours
  }
}
