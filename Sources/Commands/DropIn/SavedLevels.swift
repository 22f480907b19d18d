import ControlAPI
import EventLoop
import Glibc

/// The levels that `--save` remembers, each in a file of its own, for as long as the machine runs.
struct SavedLevels: Sendable {
  private let folder: String

  /// In the folder that the system gives to each user for what lasts no longer.
  init(_ variable: (String) -> String?) {
    let named = variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
    folder = (named ?? (geteuid() == 0 ? "/run" : "/run/user/\(geteuid())")) + "/brightness"
  }

  /// Remembers what the person wants of a light, unless it still has what followed after it was remembered the last time.
  func save(_ light: LightsInterface.Light) throws(Failure) {
    let last = try? record(of: light)
    let raw = last.flatMap { $0.next == light.baseRaw ? $0.raw : nil } ?? light.baseRaw
    try write(SavedLevel(raw: raw, next: light.baseRaw, maximum: light.maximum), of: light)
  }

  /// Notes what a light was set to after its level was remembered.
  func note(_ light: LightsInterface.Light) throws(Failure) {
    guard var level = try record(of: light) else { return }
    level.next = light.baseRaw
    try write(level, of: light)
  }

  /// Notes that the level is back: whatever a light is set to from now on is the person's.
  func noteReturn(of light: LightsInterface.Light) throws(Failure) {
    guard var level = try record(of: light) else { return }
    level.next = nil
    try write(level, of: light)
  }

  /// The level that was remembered.
  func level(of light: LightsInterface.Light) throws(Failure) -> Int {
    guard let level = try record(of: light) else {
      throw Failure(status: .refused, reason: "cannot restore '\(light.id)': nothing was saved")
    }
    return level.raw
  }

  private func path(of light: LightsInterface.Light) -> String { "\(folder)/\(light.subsystem):\(light.kernelName)" }

  /// What was saved of a light that had other steps is none of this one's.
  private func record(of light: LightsInterface.Light) throws(Failure) -> SavedLevel? {
    do throws(SystemError) {
      let file = try Descriptor(opening: path(of: light), O_RDONLY)
      let text = try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { (buffer) throws(SystemError) in
        let count = try file.read(into: buffer) ?? 0
        return String(decoding: buffer[..<count], as: UTF8.self)
      }
      let level = SavedLevel(text: text)
      return level?.maximum == light.maximum ? level : nil
    } catch {
      if error.code.rawValue == ENOENT { return nil }
      throw Failure(status: .refused, reason: "\(error)")
    }
  }

  /// As a whole or not at all.
  private func write(_ level: SavedLevel, of light: LightsInterface.Light) throws(Failure) {
    let (path, text) = (path(of: light), level.text)
    do throws(SystemError) {
      mkdir(folder, 0o700)
      let file = try Descriptor(opening: "\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      try systemCall("write", path) { Glibc.write(file.number, text, text.utf8.count) }
      try systemCall("replace", path) { rename("\(path).new", path) }
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }
}

/// What a light had, and what it was set to after that, if it is known.
struct SavedLevel: Hashable {
  var raw: Int
  var next: Int?
  var maximum: Int

  init(raw: Int, next: Int?, maximum: Int) {
    self.raw = raw
    self.next = next
    self.maximum = maximum
  }

  /// Three numbers in a line, a hyphen where there is none.
  init?(text: String) {
    let words = text.split(separator: " ")
    guard text.last == "\n", words.count == 3, let raw = Int(words[0]), let maximum = Int(words[2].dropLast()) else {
      return nil
    }
    guard (0...Int(Int32.max)).contains(maximum), (0...maximum).contains(raw) else { return nil }
    self.init(raw: raw, next: Int(words[1]), maximum: maximum)
  }

  var text: String { "\(raw) \(next.map { "\($0)" } ?? "-") \(maximum)\n" }
}
