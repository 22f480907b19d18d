import BrightnessEventLoop
import DDC
import Glibc

/// A simulated machine with a panel, a keyboard, a monitor and a light sensor, made of files and a
/// socket, to try things out; removed with its owner.
public struct SimulatedTree: ~Copyable, Sendable {
  /// The folder that stands for `/sys`.
  public let root: String

  private static let panel = "class/backlight/simulated_panel"
  private static let keyboard = "class/leds/simulated::kbd_backlight"
  /// A connector whose links make it look like its own card.
  private static let connector = "class/drm/card0-DP-1"
  private static let sensor = "bus/iio/devices/iio:device0"
  private static let folders = [
    "class", "class/backlight", panel, "class/leds", keyboard, "class/drm", connector, "\(connector)/i2c-1", "bus",
    "bus/i2c", "bus/i2c/devices", "bus/iio", "bus/iio/devices", sensor, ".dev",
  ]
  private static let links = ["\(connector)/device": ".", "bus/i2c/devices/i2c-1": "../../../\(connector)/i2c-1"]
  private static let files = [
    "\(panel)/actual_brightness": "600", "\(panel)/bl_power": "0", "\(panel)/brightness": "600",
    "\(panel)/max_brightness": "1000", "\(panel)/scale": "non-linear", "\(panel)/type": "raw",
    "\(keyboard)/brightness": "1", "\(keyboard)/max_brightness": "3", "\(keyboard)/trigger": "[none]",
    "\(connector)/status": "connected", "\(connector)/enabled": "enabled", "\(connector)/dpms": "On",
    "\(connector)/i2c-1/name": "simulated", "\(sensor)/name": "simulated", "\(sensor)/in_illuminance_input": "300",
  ]

  private var monitor: SimulatedMonitor?

  public static func made(in parent: String) throws(DaemonError) -> SimulatedTree {
    let name = "\(parent)/brightnessd-XXXXXX"
    var template = Array(name.utf8CString)
    guard mkdtemp(&template) != nil else { throw .refused(SystemError("create", name, ErrorCode(rawValue: errno))) }
    var tree = SimulatedTree(root: template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) })
    for path in folders.map({ "\(tree.root)/\($0)" }) { try daemonCall("create", path) { mkdir(path, 0o755) } }
    for (name, text) in files { try write(Array("\(text)\n".utf8), to: "\(tree.root)/\(name)") }
    for (name, target) in links { try daemonCall("link", name) { symlink(target, "\(tree.root)/\(name)") } }
    try write(SimulatedMonitor.edid, to: "\(tree.root)/\(connector)/edid")
    let bus = SimulatedI2C.path(of: 1, under: tree.root)
    tree.monitor = try converting(DaemonError.refused) { () throws(SystemError) in try SimulatedMonitor.serve(at: bus) }
    return tree
  }

  private init(root: String) { self.root = root }

  deinit {
    // Files that the user added are kept.
    let others = ["\(Self.connector)/edid", ".dev/i2c-1", "state/lock", "state/lasting/lock", "socket"]
    let lasting = ["first-contact-SIM-0001", "restore-records", "automatic"].map { "state/lasting/\($0)" }
    for name in Array(Self.files.keys) + Self.links.keys + others + lasting { unlink("\(root)/\(name)") }
    for folder in Self.folders.reversed() + ["state/lasting", "state"] { rmdir("\(root)/\(folder)") }
    rmdir(root)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(DaemonError) {
    try converting(DaemonError.refused) { () throws(SystemError) in
      let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try systemCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
    }
  }
}
