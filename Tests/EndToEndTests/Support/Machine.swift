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
  private let supervisor: Supervisor
  private let configuration: String
  private let keepsSessions: Bool
  private(set) var daemon: Program

  /// With a command for it, the daemon runs step by step; where all may come, the user's group alone changes nothing; where sessions are
  /// kept, they live on from one daemon to the next.
  init(
    _ lights: [FakeDevice] = [panel],
    steps: String? = nil,
    isOpenToAll: Bool = false,
    keepsSessions: Bool = false
  ) throws {
    self.keepsSessions = keepsSessions
    let tree = try FakeTree(lights)
    configuration = (isOpenToAll ? "" : "[Daemon]\nGroup=\(getegid())\n") + "[Limits]\nConnectionsPerUser=1024\n"
    try tree.put(.text(configuration), at: "a.conf")
    if isOpenToAll { chmod(tree.folder, 0o711) }
    loop = try EventLoop()
    supervisor = try Supervisor(at: tree.path("notify"))
    daemon = try Self.start(tree, steps, keepsSessions ? [] : nil)
    try supervisor.waitUntilReady()
    self.tree = tree
  }

  /// Starts another daemon after the first has ended.
  func restart(steps: String? = nil) throws {
    daemon = try begin(steps: steps)
    try supervisor.waitUntilReady()
  }

  /// Starts another daemon, and does not wait until it serves.
  func begin(steps: String? = nil) throws -> Program {
    try Self.start(tree, steps, keepsSessions ? supervisor.keptNow() : nil)
  }

  /// Pays what is owed as systemd has it done when no daemon follows.
  func settlement(steps: String? = nil) throws -> Program {
    try Program(Self.words(["--restore"] + Self.places(tree), steps))
  }

  /// What the daemon has said of itself to whoever has started it, since that was asked last.
  func notices() -> [String] { supervisor.notices() }

  /// Adds to the configuration, and waits until the daemon has read it.
  func configure(_ text: String) throws {
    try tree.put(.text(configuration + text), at: "a.conf")
    daemon.signal(SIGHUP)
    try supervisor.waitUntilReady()
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

  /// Kills the daemon, takes a light away, and starts the next daemon, which knows nothing of it.
  func restart(without light: FakeDevice) throws {
    daemon.kill()
    tree.remove(light)
    try restart()
  }

  /// Plugs a light in.
  func plug(_ light: FakeDevice) throws {
    try tree.add(light)
    try tree.send("add", light)
  }

  /// Whether anything is recorded as owed.
  var hasDebts: Bool { access(tree.path("state/restore-records"), F_OK) == 0 }

  func connect() throws -> RawClient {
    try RawClient(connectingTo: socket)
  }

  /// Another program that holds the panel.
  func startHolder(connections: Int = 1, heir: String? = nil) throws -> Program {
    let program = try Program(["Holder", socket, "\(connections)"] + (heir.map { [$0] } ?? []))
    try program.wait(for: "held\n")
    return program
  }

  /// Whether anything of a session is recorded, or its connection kept.
  func keeps(_ session: Int) -> Bool {
    records(session) || supervisor.keptNow().contains { $0.name == "session-\(session)" }
  }

  /// Whether the connection of a session is kept, and nothing of it was in the daemon alone.
  func keepsUnmarked(_ session: Int) throws -> Bool {
    guard let kept = supervisor.keptNow().first(where: { $0.name == "session-\(session)" }) else { return false }
    return try !Descriptor(duplicating: kept.number).isMarked
  }

  /// Whether anything of a session is recorded.
  func records(_ session: Int) -> Bool { access(tree.path("state/session-\(session)"), F_OK) == 0 }

  private static func start(
    _ tree: borrowing FakeTree,
    _ steps: String?,
    _ kept: [(name: String, number: CInt)]?
  ) throws -> Program {
    let words = try words(["--socket", tree.path("socket")] + places(tree), steps)
    let variables = ["NOTIFY_SOCKET=\(tree.path("notify"))"]
    guard let kept else { return try Program(words, variables) }
    let names = kept.map(\.name).joined(separator: ":")
    return try Program(
      words,
      variables + ["FDSTORE=64", "LISTEN_FDS=\(kept.count)", "LISTEN_FDNAMES=\(names)"],
      inherited: kept.map(\.number)
    )
  }

  private static func words(_ words: [String], _ steps: String?) throws -> [String] {
    // What is handed over is meant for the process with this number, which the shell is until it becomes the daemon.
    let daemon = ["/bin/sh", "-c", #"LISTEN_PID=$$ exec "$0" "$@""#, try Program.path(of: "brightnessd")] + words
    return steps.map { ["Stepper", $0] + daemon } ?? daemon
  }

  private static func places(_ tree: borrowing FakeTree) -> [String] {
    ["--sysfs", tree.root, "--state", tree.path("state"), "--config", tree.path("a.conf"), "--log", "error"]
  }
}
