import BrightnessEventLoop
import Glibc

/// A mosquitto on an address of its own below 127.0.0.0/8, with its configuration in a folder.
struct BenchBroker: ~Copyable {
  static let port = "18833"

  let host: String
  private let child: Child

  var process: pid_t { child.process }

  /// An address that no other bench uses at the same time.
  static func host(_ number: Int) -> String {
    let process = Int(getpid())
    return "127.\(20 + process >> 8 & 127).\(process & 255).\(number)"
  }

  init(in tree: BenchTree) throws {
    let host = Self.host(1)
    let lines = ["listener \(Self.port) \(host)", "allow_anonymous true", "connection_messages false"]
    let file = "\(tree.root)/broker.conf"
    try tree.put((lines + ["log_dest stdout"]).joined(separator: "\n"), at: file)
    // Otherwise it would keep its lines until there are many.
    let child = try Child("/usr/bin/stdbuf", ["--output=L", "/usr/sbin/mosquitto", "-c", file])
    try child.wait(for: "running")
    self.host = host
    self.child = child
  }

  /// A controller in C with a document for the panel, as a session of its own.
  func control(_ device: String, _ session: Int, grace: Int = 0) throws -> Child {
    let scene = #"{"claims":[{"rule":"exactly","percent":100}]}"#
    let document = #"{"scene":\#(scene),"graceMilliseconds":\#(grace)}"#
    return try Child(builtProgram("FloorBridge"), ["control", host, Self.port, device, "s\(session)", document])
  }
}

/// A machine with a panel, whose bridge is connected to a broker.
struct ServedFleet: ~Copyable {
  let served: ServedLight
  let light: WrittenLight
  let bridge: Child
  private let notices: NotifySocket?

  /// The daemon and the bridge at these paths.
  static func real(
    _ daemon: String,
    _ program: String,
    _ broker: borrowing BenchBroker,
    as device: String = "kiosk"
  ) throws -> ServedFleet {
    let served = try ServedLight.daemon(daemon)
    let root = served.tree.root
    let lines = ["[Broker]", "Host=\(broker.host)", "Port=\(BenchBroker.port)", "TLS=no", "KeepAlive=20min", "[Fleet]"]
    try served.tree.put((lines + ["Device=\(device)"]).joined(separator: "\n"), at: "\(root)/bridge.conf")
    let notices = try NotifySocket(at: "\(root)/bridge-notices")
    let bridge = try Child(
      program,
      ["--config", "\(root)/bridge.conf", "--socket", served.socket, "--log", "error"],
      variables: [
        "NOTIFY_SOCKET=\(root)/bridge-notices", try serviceVariable("GLIBC_TUNABLES", of: "brightnessd-mqtt"),
      ]
    )
    let light = try WrittenLight(served.tree)
    let fleet = ServedFleet(served: served, light: light, bridge: bridge, notices: notices)
    try fleet.waitUntilConnected(to: broker.host)
    return fleet
  }

  /// Waits for the next connection of the bridge. It has asked for its topics by then.
  func waitUntilConnected(to host: String) throws {
    try notices?.wait(for: "STATUS=connected to '\(host)'")
  }

  /// The minimal server with the minimal bridge.
  static func floor(_ broker: borrowing BenchBroker) throws -> ServedFleet {
    let served = try ServedLight.floor()
    let words = ["bridge", broker.host, BenchBroker.port, served.socket, "call"]
    let bridge = try Child(builtProgram("FloorBridge"), words)
    try bridge.wait(for: "ready")
    let light = try WrittenLight(served.tree)
    return ServedFleet(served: served, light: light, bridge: bridge, notices: nil)
  }
}

extension Child {
  /// Waits until it has printed a text, and drops what came before.
  func wait(for text: String) throws(SystemError) {
    var printed = ""
    while !printed.contains(text), let more = try self.printed() { printed += more }
  }
}
