import EventLoop
import Glibc
import HardwareTesting
import RawClients
import Testing

/// A machine with a panel that a person has set, and the daemon that keeps it.
final class Machine {
  static let wanted = 7_373
  static let panel = FakeDevice.backlight("panel", maximum: 19_200, level: wanted)

  let loop: EventLoop
  private let tree: FakeTree
  private let startNotice: StartNotice
  private(set) var daemon: Program

  init(_ variables: [String] = []) throws {
    let tree = try FakeTree([Self.panel])
    try tree.put(.text("[Daemon]\nGroup=\(getegid())\n[Limits]\nConnectionsPerUser=1024\n"), at: "a.conf")
    loop = try EventLoop()
    startNotice = try StartNotice(at: tree.path("notify"))
    daemon = try Self.start(tree, startNotice, variables)
    self.tree = tree
  }

  /// Starts another daemon after the first has ended.
  func restart() throws {
    daemon = try Self.start(tree, startNotice, [])
  }

  /// Pays what is owed as systemd has it done when no daemon follows: the status.
  func settle() throws -> CInt {
    try Program(["brightnessd", "--settle"] + Self.places(tree)).waitForEnd()
  }

  var socket: String { tree.path("socket") }

  /// The level that the panel shows.
  var level: String { get throws { try tree.text("\(Self.panel.path)/brightness") } }

  /// Whether anything is recorded as owed.
  var hasDebts: Bool { access(tree.path("state/debts"), F_OK) == 0 }

  func connect() throws -> RawClient {
    try RawClient(connectingTo: socket)
  }

  /// Another program that holds the panel.
  func startHolder(connections: Int = 1, heir: String? = nil) throws -> Program {
    let program = try Program(["Holder", socket, "\(connections)"] + (heir.map { [$0] } ?? []))
    try program.wait(for: "held\n")
    return program
  }

  private static func start(
    _ tree: borrowing FakeTree,
    _ startNotice: borrowing StartNotice,
    _ variables: [String]
  ) throws -> Program {
    let words = ["brightnessd", "--socket", tree.path("socket")] + places(tree)
    let daemon = try Program(words, variables + ["NOTIFY_SOCKET=\(tree.path("notify"))"])
    try startNotice.wait()
    return daemon
  }

  private static func places(_ tree: borrowing FakeTree) -> [String] {
    ["--sysfs", tree.root, "--state", tree.path("state"), "--config", tree.path("a.conf"), "--log", "error"]
  }
}

/// The socket on which a service says that it is ready.
struct StartNotice: ~Copyable {
  private let socket: Descriptor

  init(at path: String) throws {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let address = try #require(UnixAddress(path))
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try systemCall("bind", path) { address.withKernelForm { bind(number, $0, $1) } }
    self.socket = socket
  }

  /// Passes over what the service says besides, such as that it stops.
  func wait() throws {
    var text = ""
    while !text.hasPrefix("READY=1") {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = try systemCall("hear from", "the daemon") { recv(socket.number, &bytes, bytes.count, 0) }
      text = String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}
