import BrightnessEventLoop
import Glibc

/// A tree with one panel, a light sensor and a seat, in memory, removed with its owner; its folder
/// is also the daemon's.
final class BenchTree: Sendable {
  /// The level of the panel without a hold.
  static let base = "60"

  let root: String
  let level: String
  private static let sensor = "bus/iio/devices/iio:device0"
  private static let folders = [
    "class", "class/backlight", "class/backlight/panel", "bus", "bus/iio", "bus/iio/devices", sensor, ".seats",
  ]

  init() throws(SystemError) {
    var template = Array("/dev/shm/brightnessd-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("folders can be created in memory") }
    root = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let device = "\(root)/class/backlight/panel"
    level = "\(device)/brightness"
    for folder in Self.folders { mkdir("\(root)/\(folder)", 0o700) }
    // As logind writes it; the daemon reads it for each change.
    try put("ACTIVE=2\nACTIVE_UID=\(getuid())\nSESSIONS=2\nUIDS=\(getuid())", at: "\(root)/.seats/seat0")
    try put(Self.base, at: level)
    try put("100", at: "\(device)/max_brightness")
    try put("als", at: "\(root)/\(Self.sensor)/name")
    try put("300", at: "\(root)/\(Self.sensor)/in_illuminance_input")
  }

  deinit {
    let attributes = ["brightness", "max_brightness"].map { "class/backlight/panel/\($0)" }
    let sensor = ["name", "in_illuminance_input"].map { "\(Self.sensor)/\($0)" }
    let state = ["lock", "restore-records", "automatic"].map { "state/\($0)" }
    let left = [".uevent", ".seats/seat0", "socket", "notices", "conf"]
    let fleet = ["broker.conf", "bridge.conf", "bridge-notices", "fleet.conf", "brightness-fleet"]
    for file in attributes + sensor + state + left + fleet { unlink("\(root)/\(file)") }
    for folder in Self.folders.reversed() + ["state", ""] { rmdir("\(root)/\(folder)") }
  }

  /// Writes a line.
  func put(_ text: String, at path: String) throws(SystemError) {
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let line = "\(text)\n"
    try systemCall("write", path) { write(file.number, line, line.utf8.count) }
  }

  /// The line in the panel's file.
  func text() throws(SystemError) -> String {
    let file = try Descriptor(opening: level, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = try systemCall("read", level) { read(file.number, &bytes, bytes.count) }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
