import EventLoop
import Foundation
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

/// A machine whose panel a user may look at and not write, a bus with a logind on it, and the daemon of that user.
final class UserMachine {
  static let wanted = 40
  static let panel = FakeDevice.backlight("panel", level: wanted, in: "devices/platform/a")

  private let tree: FakeTree
  private let supervisor: Supervisor
  private let logind: Program
  private(set) var daemon: Program

  /// Where the panel may be written, the daemon needs no other.
  init(mayWrite: Bool = false, hasBus: Bool = true) throws {
    let tree = try FakeTree([Self.panel])
    for folder in ["runtime", "home"] { try tree.put(.folder, at: folder) }
    if !mayWrite { chmod(tree.path("\(Self.panel.path)/brightness"), 0o444) }
    supervisor = try Supervisor(at: tree.path("notify"))
    logind = try Self.startLogind(tree)
    try logind.obey("begin")
    if !hasBus { try logind.obey("hang up") }
    daemon = try Self.start(tree)
    try supervisor.waitUntilReady()
    self.tree = tree
  }

  /// Tells the bus and its logind what to do, and waits until each is done.
  func tell(_ commands: String...) throws {
    for command in commands {
      logind.forget()
      try logind.obey(command)
    }
  }

  /// Starts another daemon after the first has ended.
  func restart() throws {
    daemon = try Self.start(tree)
    try supervisor.waitUntilReady()
  }

  /// Pays what is owed as systemd has it done when no daemon follows.
  func settlement() throws -> Program {
    try Program(Self.words(["--restore"], tree), Self.variables(tree), errors: .included)
  }

  func connect() throws -> RawClient {
    try RawClient(connectingTo: socket)
  }

  /// Runs the client as the user would, who names no socket.
  func brightness(_ words: String...) throws -> Run {
    try Run(["/usr/bin/env"] + Self.variables(tree) + [Program.path(of: "brightness")] + words)
  }

  /// What the daemon says of the panel.
  func panel() throws -> String {
    let client = try connect()
    client.send(#"{"method":"io.brightnessd.Lights.Get","parameters":{"light":"panel"}}"#)
    return try #require(client.receive())
  }

  /// Waits until the panel stands so, and something is said of it besides.
  func waitFor(_ standing: String, _ reason: String = "") throws {
    let client = try connect()
    client.send(#"{"method":"io.brightnessd.Lights.Watch","parameters":{"light":"panel"},"more":true}"#)
    while true {
      let news = try #require(client.receive())
      if news.contains(#""state":"\#(standing)""#), news.contains(reason) || reason.isEmpty { return }
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

  /// Whether anything is recorded as owed.
  var hasDebts: Bool { access(tree.path("runtime/brightnessd/state/restore-records"), F_OK) == 0 }

  /// Whether the daemon has loaded what speaks to logind.
  var hasLibrary: Bool {
    get throws {
      let maps = try Descriptor(opening: "/proc/\(daemon.process)/maps", O_RDONLY)
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65_536)
      while let count = try part.withUnsafeMutableBytes({ try maps.read(into: $0) }), count > 0 {
        bytes += part[..<count]
      }
      return String(decoding: bytes, as: UTF8.self).contains("/libsystemd.so")
    }
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
    try Program(words([], tree), variables(tree) + ["NOTIFY_SOCKET=\(tree.path("notify"))"])
  }

  /// A root who runs the tests may write every file, unless that is taken away.
  private static func words(_ words: [String], _ tree: borrowing FakeTree) throws -> [String] {
    let limits = ["/usr/bin/setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
    let options = ["--user", "--sysfs", tree.root, "--log", "error"] + words
    return try (geteuid() == 0 ? limits : []) + [Program.path(of: "brightnessd")] + options
  }

  private static func variables(_ tree: borrowing FakeTree) -> [String] {
    [
      "XDG_RUNTIME_DIR=\(tree.path("runtime"))", "HOME=\(tree.path("home"))",
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(tree.path("system_bus"))",
    ]
  }

  private static func startLogind(_ tree: borrowing FakeTree) throws -> Program {
    let package = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let script = "\(package)/Tests/Fixtures/PlayedLogind/played_logind.py"
    // Debian's own, for which its packages of modules are.
    return try Program(["/usr/bin/python3", "-B", script, tree.path("system_bus"), tree.root])
  }
}
