import EventLoop
import Glibc

/// A tree with one panel, in memory, which goes with its owner; its folder is also the daemon's.
final class BenchTree: Sendable {
  /// What the panel shows where nobody holds it.
  static let base = "60"

  let root: String
  let level: String

  init() throws(SystemError) {
    var template = Array("/dev/shm/brightnessd-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("there is memory to make folders in") }
    root = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let device = "\(root)/class/backlight/panel"
    level = "\(device)/brightness"
    for path in ["\(root)/class", "\(root)/class/backlight", device] { mkdir(path, 0o700) }
    try put(Self.base, at: level)
    try put("100", at: "\(device)/max_brightness")
  }

  deinit {
    let attributes = ["brightness", "max_brightness"].map { "class/backlight/panel/\($0)" }
    let left = ["state/lock", "state/debts", ".uevent", "socket", "notices", "conf"]
    for file in attributes + left { unlink("\(root)/\(file)") }
    for path in ["class/backlight/panel", "class/backlight", "class", "state", ""] { rmdir("\(root)/\(path)") }
  }

  /// Writes a line, as whoever sets a level does.
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
