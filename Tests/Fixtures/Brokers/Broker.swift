import BrightnessEventLoop
import Glibc
import HardwareTesting
import MQTT
import Programs
import Synchronization

/// A real mosquitto on an address of its own below 127.0.0.0/8, so that no two tests meet.
public final class Broker {
  public static let port: UInt16 = 18_830
  private static let number = Mutex(0)

  public let host: String
  private let folder: TemporaryFolder
  private let configuration: String
  private let passwords: [String: String]
  private var program: Program?

  /// `lines` are more lines of its configuration, in which FOLDER is that of `files`; `passwords`
  /// are those of its users.
  public init(
    _ lines: [String] = ["allow_anonymous true"],
    files: [String: String] = [:],
    passwords: [String: String] = [:],
    at host: String = Broker.freeHost()
  ) throws {
    self.host = host
    self.passwords = passwords
    folder = try TemporaryFolder()
    let path = folder.path
    for (name, text) in files { try folder.write(text, to: name) }
    var lines = lines
    if !passwords.isEmpty {
      try folder.write("", to: "passwords")
      lines.append("password_file FOLDER/passwords")
    }
    for (name, password) in passwords {
      let run = try Run(["/usr/bin/mosquitto_passwd", "-b", "\(path)/passwords", name, password])
      if run.status != 0 { throw Failure(output: run.output) }
    }
    // Otherwise mosquitto would run as another user if root starts it, who cannot read the files.
    let account = geteuid() == 0 ? ["user root"] : []
    let all = ["listener \(Self.port) \(host)", "log_dest stderr"] + account + lines
    configuration = "\(path)/mosquitto.conf"
    try folder.write(all.joined(separator: "\n").replacing("FOLDER", with: path) + "\n", to: "mosquitto.conf")
    try start()
  }

  public static func freeHost() -> String {
    let number = number.withLock { number in
      number += 1
      return number
    }
    let process = Int(getpid())
    return "127.\(1 + process >> 8 & 127).\(process & 255).\(number)"
  }

  public func start() throws {
    let path = "/usr/sbin/mosquitto"
    let program = try Program([path, "-c", configuration], errors: .included)
    try program.wait(for: "running")
    self.program = program
  }

  /// As a power cut does.
  public func kill() {
    program?.kill()
    program = nil
  }

  /// As an upgrade does.
  public func stop() {
    program?.signal(SIGTERM)
    program?.waitForEnd()
    program = nil
  }

  /// Stops it as a debugger does, so that its connections stay and nothing comes.
  public func freeze() { program?.signal(SIGSTOP) }

  public func thaw() { program?.signal(SIGCONT) }

  private struct Failure: Error { let output: String }

  /// Waits until it has logged a text.
  public func wait(for text: String) throws { try program?.wait(for: text) }

  /// How a client connects, as one of the users if there is such a one.
  public func settings(
    _ client: String = "a",
    _ version: MQTTSettings.ProtocolVersion = .v5,
    as user: String? = nil
  ) -> MQTTSettings {
    var settings = MQTTSettings(host: host, port: Self.port, client: client)
    settings.version = version
    if let user, let password = passwords[user] { (settings.user, settings.password) = (user, password) }
    return settings
  }
}

extension TemporaryFolder {
  fileprivate func write(_ text: String, to name: String) throws {
    let file = try Descriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, mode: 0o600)
    _ = try Array(text.utf8).withUnsafeBytes { try file.write($0) }
  }
}
