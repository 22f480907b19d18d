import BrightnessEventLoop
import Brokers
import Foundation
import Glibc
import HardwareTesting
import Programs

/// `brightness-fleet` with a configuration for a broker.
final class RunningController {
  private let folder: TemporaryFolder
  private let words: [String]

  init(of broker: Broker, _ lines: [String] = []) throws {
    folder = try TemporaryFolder()
    let link = "\(folder.path)/brightness-fleet"
    let program = try Program.path(of: "brightnessd-mqtt")
    try systemCall("link", program) { symlink(program, link) }
    let file = "\(folder.path)/fleet.conf"
    let address = ["[Broker]", "Host=\(broker.host)", "Port=\(Broker.port)", "TLS=no"]
    try (address + lines + ["[Fleet]", "Controller=guard"]).joined(separator: "\n")
      .write(toFile: file, atomically: false, encoding: .utf8)
    words = [link, "--config", file]
  }

  /// Runs it to its end.
  func run(_ arguments: String...) throws -> Run { try Run(words + arguments) }

  /// Starts it; its errors come with its output.
  func start(_ arguments: String...) throws -> Program { try start(arguments) }

  func start(_ arguments: [String]) throws -> Program { try Program(words + arguments, errors: .included) }
}
