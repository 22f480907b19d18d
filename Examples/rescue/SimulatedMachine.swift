import EventLoop
import Glibc

/// A daemon with lights that are files, for as long as somebody has it.
final class SimulatedMachine {
  let socket: String
  private let daemon: Child

  /// Comes back when clients can connect.
  init() throws {
    daemon = try Child("brightnessd", "--simulate", "--config", "/dev/null", "--log", "info")
    var said = ""
    while let line = daemon.line() {
      said = line
      if line.hasPrefix("listening on '") { break }
    }
    let parts = said.split(separator: "'")
    guard said.hasPrefix("listening on '"), parts.count > 1 else { throw Failure(said: said) }
    socket = String(parts[1])
  }

  /// Says what the panel's file holds now, beside what was done before.
  func show(_ deed: String) -> Int? {
    let level = level
    let shown = level.map { "\($0) of 1000" } ?? "nothing"
    print("   \(deed)\(String(repeating: " ", count: max(1, 40 - deed.count)))\(shown)")
    return level
  }

  private var level: Int? {
    let path = "\(socket.dropLast("/socket".count))/class/backlight/simulated_panel/brightness"
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 16)
    guard fgets(&text, 16, file) != nil else { return nil }
    return Int(atoi(text))
  }
}

/// The daemon did not begin to serve.
struct Failure: Error, CustomStringConvertible {
  let said: String

  var description: String { "cannot start 'brightnessd': it said '\(said)'" }
}
