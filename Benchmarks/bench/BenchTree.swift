import BrightnessEventLoop
import Glibc

/// A tree with one panel and a seat, in memory, removed with its owner; its folder is also the
/// daemon's.
final class BenchTree: Sendable {
  /// The level of the panel without a hold.
  static let base = "60"

  let root: String
  let level: String

  init() throws(SystemError) {
    var template = Array("/dev/shm/brightnessd-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("folders can be created in memory") }
    root = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let device = "\(root)/class/backlight/panel"
    level = "\(device)/brightness"
    for path in ["\(root)/class", "\(root)/class/backlight", device, "\(root)/.seats"] { mkdir(path, 0o700) }
    // As logind writes it; the daemon reads it for each change.
    try put("ACTIVE=2\nACTIVE_UID=\(getuid())\nSESSIONS=2\nUIDS=\(getuid())", at: "\(root)/.seats/seat0")
    try put(Self.base, at: level)
    try put("100", at: "\(device)/max_brightness")
  }

  deinit {
    let attributes = ["brightness", "max_brightness"].map { "class/backlight/panel/\($0)" }
    let left = ["state/lock", "state/restore-records", ".uevent", ".seats/seat0", "socket", "notices", "conf"]
    for file in attributes + left { unlink("\(root)/\(file)") }
    for path in ["class/backlight/panel", "class/backlight", "class", ".seats", "state", ""] {
      rmdir("\(root)/\(path)")
    }
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
