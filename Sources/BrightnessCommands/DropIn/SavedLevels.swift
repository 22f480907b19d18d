import BrightnessControl
import BrightnessEventLoop
import Commands
import Glibc

/// The levels of `--save`, a file for each light in a directory that lasts until the machine shuts
/// down.
struct SavedLevels: Sendable, Hashable {
  private let folder: String

  init(_ variable: (String) -> String?) {
    let named = variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
    folder = (named ?? (geteuid() == 0 ? "/run" : "/run/user/\(geteuid())")) + "/brightness"
  }

  /// Saves the base level, unless it is still the level that we set after the last save.
  func save(_ light: Light) throws(Failure) {
    let last = try? record(of: light)
    let raw = last.flatMap { $0.next == light.baseRaw ? $0.raw : nil } ?? light.baseRaw
    try write(SavedLevel(raw: raw, next: light.baseRaw, maximum: light.maximum), of: light)
  }

  /// Records the level that was set after the save; nil after a restore, since every later level is
  /// a choice of the user.
  func update(_ light: Light, next: Int?) throws(Failure) {
    guard var level = try record(of: light) else { return }
    level.next = next
    try write(level, of: light)
  }

  func level(of light: Light) throws(Failure) -> Int {
    guard let level = try record(of: light) else {
      throw Failure(.failed, reason: "cannot restore '\(light.id)': nothing was saved")
    }
    return level.raw
  }

  private func path(of light: Light) -> String { "\(folder)/\(light.subsystem):\(light.kernelName)" }

  /// The record of a light; nil if it was saved with another number of steps.
  private func record(of light: Light) throws(Failure) -> SavedLevel? {
    do throws(SystemError) {
      let text = String(decoding: try Descriptor.contents(of: path(of: light), upTo: 64), as: UTF8.self)
      return SavedLevel(text: text).flatMap { $0.maximum == light.maximum ? $0 : nil }
    } catch {
      if error.code.rawValue == ENOENT { return nil }
      throw Failure(error)
    }
  }

  private func write(_ level: SavedLevel, of light: Light) throws(Failure) {
    let path = path(of: light)
    let text = level.text
    try converting(Failure.init) { () throws(SystemError) in
      mkdir(folder, 0o700)
      let file = try Descriptor(opening: "\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      try systemCall("write", path) { Glibc.write(file.number, text, text.utf8.count) }
      try systemCall("replace", path) { rename("\(path).new", path) }
    }
  }
}
