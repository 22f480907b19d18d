import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Programs
import RawClients
import Testing

/// A machine whose lights, usually a panel alone, a person has set, and the daemon that keeps them.
final class Machine {
  static let wanted = 7_373
  static let panel = FakeDevice.backlight("panel", maximum: 19_200, level: wanted)

  let loop: EventLoop
  private let tree: FakeTree
  private let startNotice: StartNotice
  private let configuration: String
  private(set) var daemon: Program

  /// With a command for it, the daemon runs step by step; where all may come, the user's group alone changes nothing.
  init(_ lights: [FakeDevice] = [panel], steps: String? = nil, isOpenToAll: Bool = false) throws {
    let tree = try FakeTree(lights)
    configuration = (isOpenToAll ? "" : "[Daemon]\nGroup=\(getegid())\n") + "[Limits]\nConnectionsPerUser=1024\n"
    try tree.put(.text(configuration), at: "a.conf")
    if isOpenToAll { chmod(tree.folder, 0o711) }
    loop = try EventLoop()
    startNotice = try StartNotice(at: tree.path("notify"))
    daemon = try Self.start(tree, steps)
    try startNotice.wait()
    self.tree = tree
  }

  /// Starts another daemon after the first has ended.
  func restart(steps: String? = nil) throws {
    daemon = try begin(steps: steps)
    try startNotice.wait()
  }

  /// Starts another daemon, and does not wait until it serves.
  func begin(steps: String? = nil) throws -> Program {
    try Self.start(tree, steps)
  }

  /// Pays what is owed as systemd has it done when no daemon follows.
  func settlement(steps: String? = nil) throws -> Program {
    try Program(Self.words(["--settle"] + Self.places(tree), steps))
  }

  /// What the daemon has said of itself to whoever has started it, since that was asked last.
  func notices() -> [String] {
    var notices: [String] = []
    while let notice = try? startNotice.next(CInt(MSG_DONTWAIT)) { notices.append(notice) }
    return notices
  }

  /// Adds to the configuration, and waits until the daemon has read it.
  func configure(_ text: String) throws {
    try tree.put(.text(configuration + text), at: "a.conf")
    daemon.signal(SIGHUP)
    try startNotice.wait()
  }

  /// Another daemon beside the one that runs, until it ends: for the same clients, and perhaps for other lights.
  func second(forOtherLights: Bool) throws -> Run {
    let words = ["brightnessd", "--socket", socket]
    guard forOtherLights else { return try Run(words + Self.places(tree)) }
    let other = try FakeTree([Self.panel])
    try other.put(.text(configuration), at: "a.conf")
    return try Run(words + Self.places(other))
  }

  var socket: String { tree.path("socket") }

  /// The level that the panel shows.
  var level: String { get throws { try level(of: Self.panel) } }

  /// Another user's session is the active one at the seat where the test's user has one, or it is theirs again.
  func sit(isAway: Bool) throws {
    let place = ".seats/seat0"
    mkdir(tree.path(".seats"), 0o755)
    try tree.put(
      .text("ACTIVE_UID=\(getuid() + (isAway ? 1 : 0))\nUIDS=\(getuid()) \(getuid() + 1)\n"),
      at: place + "~"
    )
    try systemCall("replace", place) { rename(tree.path(place + "~"), tree.path(place)) }
  }

  /// Writes a file that goes with the machine: its path.
  func put(_ text: String, at name: String) throws -> String {
    try tree.put(.text(text), at: name)
    return tree.path(name)
  }

  /// The file that the panel shows.
  var panelFile: String { tree.path("\(Self.panel.path)/brightness") }

  /// The level that the file of a light holds.
  func level(of light: FakeDevice) throws -> String { try tree.text("\(light.path)/brightness") }

  /// The same as a number, for one who passes over what a writer that was killed has left behind it.
  func levelNumber(of light: FakeDevice) throws -> Int {
    try AttributeFile(path: tree.path("\(light.path)/brightness")).number()
  }

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

  private static func start(_ tree: borrowing FakeTree, _ steps: String?) throws -> Program {
    let words = try words(["--socket", tree.path("socket")] + places(tree), steps)
    return try Program(words, ["NOTIFY_SOCKET=\(tree.path("notify"))"])
  }

  private static func words(_ words: [String], _ steps: String?) throws -> [String] {
    guard let steps else { return ["brightnessd"] + words }
    return try ["Stepper", steps, Program.path(of: "brightnessd")] + words
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
    while try !next().hasPrefix("READY=1") {}
  }

  func next(_ flags: CInt = 0) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try systemCall("hear from", "the daemon") { recv(socket.number, &bytes, bytes.count, flags) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
