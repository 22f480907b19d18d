import BrightnessEventLoop
import Foundation
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

/// A machine whose panel the user may read but not write, a bus with a fake logind, and the user's
/// daemon.
final class UserMachine {
  static let userLevel = 40
  static let panel = FakeDevice.backlight("panel", level: userLevel, in: "devices/platform/a")

  private let tree: FakeTree
  private let serviceManager: PlayedServiceManager
  private let logind: Program
  private(set) var daemon: Program

  /// Starts the daemon; if it may write the panel, it needs no logind.
  init(mayWrite: Bool = false, hasBus: Bool = true) throws {
    let tree = try FakeTree([Self.panel])
    for folder in ["runtime", "home"] { try tree.put(.folder, at: folder) }
    if !mayWrite { chmod(tree.path("\(Self.panel.path)/brightness"), 0o444) }
    serviceManager = try PlayedServiceManager(at: tree.path("notify"))
    logind = try Self.startLogind(at: tree.path("system_bus"), below: tree.root)
    try logind.sendCommand("begin")
    if !hasBus { try logind.sendCommand("hang up") }
    daemon = try Self.start(tree)
    try serviceManager.waitUntilReady()
    self.tree = tree
  }

  /// Sends commands to the fake logind, and waits until each is confirmed.
  func sendToLogind(_ commands: String...) throws {
    for command in commands {
      logind.forget()
      try logind.sendCommand(command)
    }
  }

  /// Starts another daemon after the first has ended.
  func restart() throws {
    daemon = try Self.start(tree)
    try serviceManager.waitUntilReady()
  }

  /// Starts a one-shot restore, as systemd does when no daemon follows.
  func startRestore() throws -> Program {
    try Program(Self.arguments(["--restore"], tree), Self.variables(tree), errors: .included)
  }

  func connect() throws -> RawClient {
    try RawClient(connectingTo: socket)
  }

  /// Runs the client without naming a socket, as the user would.
  func brightness(_ arguments: String...) throws -> Run {
    try Run(["/usr/bin/env"] + Self.variables(tree) + [Program.path(of: "brightness")] + arguments)
  }

  /// The daemon's reply for the panel.
  func panel() throws -> String {
    let client = try connect()
    client.send(#"{"method":"io.brightnessd.Lights.Get","parameters":{"light":"panel"}}"#)
    return try #require(client.receive())
  }

  /// Waits until the panel has this state, with this text in its update.
  func waitFor(_ state: String, _ reason: String = "") throws {
    let client = try connect()
    client.send(#"{"method":"io.brightnessd.Lights.Watch","parameters":{"light":"panel"},"more":true}"#)
    while true {
      let reply = try #require(client.receive())
      if reply.contains(#""state":"\#(state)""#), reply.contains(reason) || reason.isEmpty { return }
    }
  }

  var socket: String { tree.path("runtime/brightnessd/io.brightnessd") }

  /// The mode of the socket.
  var socketMode: mode_t {
    var status = stat()
    return stat(socket, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// The level that the panel shows.
  var level: String { get throws { try tree.text("\(Self.panel.path)/brightness") } }

  /// Whether there is a record of pending restores.
  var hasPendingRestores: Bool { access(tree.path("runtime/brightnessd/state/restore-records"), F_OK) == 0 }

  /// Whether the daemon has loaded libsystemd.
  var hasLibrary: Bool {
    get throws { try Run(["/bin/grep", "-q", "/libsystemd.so", "/proc/\(daemon.process)/maps"]).status == 0 }
  }

  /// How many sockets the daemon has open.
  var socketCount: Int {
    get throws {
      let folder = "/proc/\(daemon.process)/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.hasPrefix("socket:") == true
      }
    }
  }

  private static func start(_ tree: borrowing FakeTree) throws -> Program {
    try Program(arguments([], tree), variables(tree) + ["NOTIFY_SOCKET=\(tree.path("notify"))"])
  }

  /// Root may write every file, unless its capability is dropped.
  private static func arguments(_ arguments: [String], _ tree: borrowing FakeTree) throws -> [String] {
    let limits = ["/usr/bin/setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
    let options = ["--user", "--sysfs", tree.root, "--log", "error"] + arguments
    return try (geteuid() == 0 ? limits : []) + [Program.path(of: "brightnessd")] + options
  }

  private static func variables(_ tree: borrowing FakeTree) -> [String] {
    [
      "XDG_RUNTIME_DIR=\(tree.path("runtime"))", "HOME=\(tree.path("home"))",
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(tree.path("system_bus"))",
    ]
  }

  /// Starts a system bus for a fake logind, which writes the lights of a tree.
  static func startLogind(at bus: String, below sysfs: String) throws -> Program {
    let script = "\(Package.root)/Tests/Fixtures/PlayedLogind/played_logind.py"
    // Debian's Python, because the D-Bus module is a Debian package.
    return try Program(["/usr/bin/python3", "-B", script, bus, sysfs])
  }
}
