import BrightnessEventLoop
import Glibc
import Hardware
import HardwareTesting
import Programs
import RawClients
import Testing

/// A fake machine, usually with one panel that the user has set, and a daemon that controls it.
final class Machine {
  static let userLevel = 7_373
  static let panel = FakeDevice.backlight("panel", maximum: 19_200, level: userLevel)

  let loop: EventLoop
  private let tree: FakeTree
  private let serviceManager: PlayedServiceManager
  private let configuration: String
  private let storesSessions: Bool
  private(set) var daemon: Program

  /// Starts the daemon: step by step if a stepper command is given, without a group that may change
  /// lights if it is open to all, and with a descriptor store if it stores sessions.
  init(
    _ lights: [FakeDevice] = [panel],
    steps: String? = nil,
    isOpenToAll: Bool = false,
    storesSessions: Bool = false
  ) throws {
    self.storesSessions = storesSessions
    let tree = try FakeTree(lights)
    configuration = (isOpenToAll ? "" : "[Daemon]\nGroup=\(getegid())\n") + "[Limits]\nConnectionsPerUser=1024\n"
    try tree.put(.text(configuration), at: "a.conf")
    if isOpenToAll { chmod(tree.folder, 0o711) }
    loop = try EventLoop()
    serviceManager = try PlayedServiceManager(at: tree.path("notify"))
    daemon = try Self.start(tree, steps, storesSessions ? [] : nil)
    try serviceManager.waitUntilReady()
    self.tree = tree
  }

  /// Starts another daemon after the first has ended.
  func restart(steps: String? = nil) throws {
    daemon = try begin(steps: steps)
    try serviceManager.waitUntilReady()
  }

  /// Starts another daemon while something keeps the state folder, and waits until the daemon has
  /// it and serves.
  func restartBesideLock() throws {
    let lock = try Descriptor(opening: tree.path("state/lock"), O_RDWR)
    flock(lock.number, LOCK_EX)
    let arguments = try Self.arguments(["--socket", socket] + Self.pathOptions(tree), nil)
    daemon = try Program(arguments, ["NOTIFY_SOCKET=\(tree.path("notify"))"], errors: .included)
    try daemon.wait(for: "; waiting")
    flock(lock.number, LOCK_UN)
    try serviceManager.waitUntilReady()
  }

  /// Starts another daemon without waiting until it serves.
  func begin(steps: String? = nil) throws -> Program {
    try Self.start(tree, steps, storesSessions ? serviceManager.storedDescriptors() : nil)
  }

  /// Starts a one-shot restore, as systemd does when no daemon follows.
  func startRestore(steps: String? = nil) throws -> Program {
    try Program(Self.arguments(["--restore"] + Self.pathOptions(tree), steps))
  }

  /// The daemon's notifications to the service manager since the last call.
  func notifications() -> [String] { serviceManager.notifications() }

  /// Adds to the configuration, and waits until the daemon has read it.
  func configure(_ text: String) throws {
    try tree.put(.text(configuration + text), at: "a.conf")
    daemon.signal(SIGHUP)
    try serviceManager.waitUntilReady()
  }

  /// Runs a second daemon on the same socket, for the same or for other lights, until it exits.
  func second(forOtherLights: Bool) throws -> Run {
    let arguments = ["brightnessd", "--socket", socket]
    guard forOtherLights else { return try Run(arguments + Self.pathOptions(tree)) }
    let other = try FakeTree([Self.panel])
    try other.put(.text(configuration), at: "a.conf")
    return try Run(arguments + Self.pathOptions(other))
  }

  var socket: String { tree.path("socket") }

  /// The level that the panel shows.
  var level: String { get throws { try level(of: Self.panel) } }

  /// Activates a session of another user at the seat, or again that of the test's user.
  func switchSeat(toOtherUser: Bool) throws {
    let place = ".seats/seat0"
    mkdir(tree.path(".seats"), 0o755)
    try tree.put(
      .text("ACTIVE_UID=\(getuid() + (toOtherUser ? 1 : 0))\nUIDS=\(getuid()) \(getuid() + 1)\n"),
      at: place + "~"
    )
    try systemCall("replace", place) { rename(tree.path(place + "~"), tree.path(place)) }
  }

  /// The path of a file that is removed with the machine.
  func path(_ name: String) -> String { tree.path(name) }

  /// Writes a file that is removed with the machine, and returns its path.
  func put(_ text: String, at name: String) throws -> String {
    try tree.put(.text(text), at: name)
    return path(name)
  }

  /// The file of the panel's level.
  var panelFile: String { tree.path("\(Self.panel.path)/brightness") }

  /// The level that the file of a light holds.
  func level(of light: FakeDevice) throws -> String { try tree.text("\(light.path)/brightness") }

  /// The same as a number, without the rest that a killed writer may have left after it.
  func levelNumber(of light: FakeDevice) throws -> Int {
    try AttributeFile(path: tree.path("\(light.path)/brightness")).number()
  }

  /// Kills the daemon, unplugs a light, and starts the next daemon, which has never seen the light.
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

  /// Unplugs a light.
  func unplug(_ light: FakeDevice) throws {
    tree.remove(light)
    try tree.send("remove", light)
  }

  /// Writes a level as another program does, without an event.
  func write(_ level: Int, to light: FakeDevice) throws {
    try tree.put(.text("\(level)\n"), at: "\(light.path)/brightness")
  }

  /// Moves the panel as firmware does that handles a brightness key itself.
  func pressFirmwareKey(to level: Int) throws {
    try write(level, to: Self.panel)
    try tree.send("change", Self.panel, ["SOURCE=hotkey"])
  }

  /// Whether there is a record of pending restores.
  var hasPendingRestores: Bool { access(tree.path("state/restore-records"), F_OK) == 0 }

  func connect() throws -> RawClient {
    try RawClient(connectingTo: socket)
  }

  /// Starts another program that holds the panel.
  func startHolder(connections: Int = 1, child: String? = nil) throws -> Program {
    let program = try Program(["Holder", socket, "\(connections)"] + (child.map { [$0] } ?? []))
    try program.wait(for: "held\n")
    return program
  }

  /// Whether a session is recorded, or its connection stored.
  func isSaved(_ session: Int) -> Bool {
    isRecorded(session) || serviceManager.storedDescriptors().contains { $0.name == "session-\(session)" }
  }

  /// Whether the connection of a session is stored, and not marked as having state in the daemon
  /// alone.
  func isStoredUnmarked(_ session: Int) throws -> Bool {
    guard let stored = serviceManager.storedDescriptors().first(where: { $0.name == "session-\(session)" }) else {
      return false
    }
    return try !Descriptor(duplicating: stored.number).isMarked
  }

  /// Whether a session is recorded.
  func isRecorded(_ session: Int) -> Bool { access(tree.path("state/session-\(session)"), F_OK) == 0 }

  private static func start(
    _ tree: borrowing FakeTree,
    _ steps: String?,
    _ stored: [(name: String, number: CInt)]?
  ) throws -> Program {
    let arguments = try arguments(["--socket", tree.path("socket")] + pathOptions(tree), steps)
    let variables = ["NOTIFY_SOCKET=\(tree.path("notify"))"]
    guard let stored else { return try Program(arguments, variables) }
    let names = stored.map(\.name).joined(separator: ":")
    return try Program(
      arguments,
      variables + ["FDSTORE=64", "LISTEN_FDS=\(stored.count)", "LISTEN_FDNAMES=\(names)"],
      inherited: stored.map(\.number)
    )
  }

  private static func arguments(_ arguments: [String], _ steps: String?) throws -> [String] {
    // LISTEN_PID has to be the daemon's process, which the shell becomes by exec.
    let daemon = ["/bin/sh", "-c", #"LISTEN_PID=$$ exec "$0" "$@""#, try Program.path(of: "brightnessd")] + arguments
    return steps.map { ["Stepper", $0] + daemon } ?? daemon
  }

  private static func pathOptions(_ tree: borrowing FakeTree) -> [String] {
    ["--sysfs", tree.root, "--state", tree.path("state"), "--config", tree.path("a.conf"), "--log", "error"]
  }
}
