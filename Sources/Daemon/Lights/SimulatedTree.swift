import EventLoop
import Glibc

/// A machine with a panel and a keyboard that consists of files, to try things out on; it goes with its owner.
public struct SimulatedTree: ~Copyable, Sendable {
  /// The folder that stands for `/sys`.
  public let root: String

  private static let panel = "class/backlight/simulated_panel"
  private static let keyboard = "class/leds/simulated::kbd_backlight"
  private static let folders = ["class", "class/backlight", panel, "class/leds", keyboard]
  private static let files = [
    "\(panel)/actual_brightness": "600", "\(panel)/bl_power": "0", "\(panel)/brightness": "600",
    "\(panel)/max_brightness": "1000", "\(panel)/scale": "non-linear", "\(panel)/type": "raw",
    "\(keyboard)/brightness": "1", "\(keyboard)/max_brightness": "3", "\(keyboard)/trigger": "[none]",
  ]

  public static func made(in parent: String) throws(DaemonError) -> SimulatedTree {
    let name = "\(parent)/brightnessd-XXXXXX"
    var template = Array(name.utf8CString)
    guard mkdtemp(&template) != nil else { throw .refused(SystemError("create", name, ErrorCode(rawValue: errno))) }
    let tree = SimulatedTree(root: template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) })
    for path in folders.map({ "\(tree.root)/\($0)" }) { try daemonCall("create", path) { mkdir(path, 0o755) } }
    for (name, text) in files { try write("\(text)\n", to: "\(tree.root)/\(name)") }
    return tree
  }

  private init(root: String) { self.root = root }

  deinit {
    // Files that a user added stay.
    for name in Array(Self.files.keys) + ["state/lock", "socket"] { unlink("\(root)/\(name)") }
    for folder in Self.folders.reversed() + ["state"] { rmdir("\(root)/\(folder)") }
    rmdir(root)
  }

  private static func write(_ text: String, to path: String) throws(DaemonError) {
    try converting(DaemonError.refused) { () throws(SystemError) in
      let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try systemCall("write", path) { Glibc.write(file.number, text, text.utf8.count) }
    }
  }
}
