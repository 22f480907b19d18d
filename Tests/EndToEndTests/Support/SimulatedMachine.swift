import BrightnessEventLoop
import Foundation
import Glibc
import HardwareTesting
import Programs
import Testing

/// A machine that the daemon simulates, and the programs that use it.
final class SimulatedMachine {
  let daemon: Program
  let socket: String
  /// The folder that stands for `/sys`.
  let root: String
  /// The path of the configuration.
  let configuration: String
  /// The daemon's output at its start.
  let log: [String]
  private let folder: TemporaryFolder

  /// Starts the daemon with a configuration.
  init(_ text: String = "", logLevel: String = "info") throws {
    folder = try TemporaryFolder()
    configuration = "\(folder.path)/configuration"
    try text.write(toFile: configuration, atomically: true, encoding: .utf8)
    let arguments = ["--simulate", "--config", configuration, "--log", logLevel]
    daemon = try Program(["brightnessd"] + arguments, errors: .included)
    var lines: [String] = []
    while let line = try daemon.nextLine() {
      lines.append(line)
      if line.contains("listening on ") { break }
    }
    log = lines
    let names = try #require(lines.first { $0.hasPrefix("simulating ") }).components(separatedBy: "'")
    root = names[1]
    socket = names[3]
  }

  func brightness(_ verb: String, _ words: String...) throws -> [String] {
    try Run(["brightness", verb, "--socket", socket] + words).lines
  }

  /// Runs the client under the name brightnessctl.
  func brightnessctl(_ words: String...) throws -> [String] {
    let link = "\(folder.path)/brightnessctl"
    if access(link, F_OK) != 0 { _ = try Client.link("brightnessctl", in: folder.path) }
    let program = try Program([link] + words, ["BRIGHTNESSD_SOCKET=\(socket)", "XDG_RUNTIME_DIR=\(folder.path)"])
    return try program.waitForOutput().split(separator: "\n").map(String.init)
  }

  /// Changes the light in the room.
  func light(_ lux: Int) throws {
    let file = "\(root)/bus/iio/devices/iio:device0/in_illuminance_input"
    try "\(lux)\n".write(toFile: file, atomically: false, encoding: .utf8)
  }

  /// Waits until the daemon has logged so many lines with a text. A reading of the sensor is a line
  /// of level `debug`.
  func waitForLines(_ count: Int = 1, with text: String) throws {
    var left = count
    while left > 0 {
      let line = try #require(try daemon.nextLine())
      if line.contains(text) { left -= 1 }
    }
  }
}
