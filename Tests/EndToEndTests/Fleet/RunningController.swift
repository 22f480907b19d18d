import BrightnessEventLoop
import Brokers
import Foundation
import Glibc
import HardwareTesting
import Programs

/// `brightness-fleet` with a configuration for a broker.
final class RunningController {
  private let folder: TemporaryFolder
  let words: [String]

  /// - Parameter user: With a password; nil for a broker that accepts anybody.
  init(of broker: Broker, user: String? = nil) throws {
    folder = try TemporaryFolder()
    let link = "\(folder.path)/brightness-fleet"
    let program = try Program.path(of: "brightnessd-mqtt")
    try systemCall("link", program) { symlink(program, link) }
    let file = "\(folder.path)/fleet.conf"
    var lines = ["[Broker]", "Host=\(broker.host)", "Port=\(Broker.port)", "TLS=no"]
    if let user {
      let secret = "\(folder.path)/password"
      try "secret of \(user)\n".write(toFile: secret, atomically: false, encoding: .utf8)
      lines += ["User=\(user)", "PasswordFile=\(secret)"]
    } else {
      lines += ["[Fleet]", "Controller=guard"]
    }
    try lines.joined(separator: "\n").write(toFile: file, atomically: false, encoding: .utf8)
    words = [link, "--config", file]
  }

  /// Runs it to its end.
  func run(_ arguments: String...) throws -> Run { try Run(words + arguments) }

  /// Starts it; its errors come with its output.
  func start(_ arguments: String...) throws -> Program { try start(arguments) }

  func start(_ arguments: [String]) throws -> Program { try Program(words + arguments, errors: .included) }
}
