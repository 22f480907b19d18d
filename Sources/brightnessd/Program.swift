import BrightnessEventLoop
import Commands
import DDCWorker
import Glibc
import Idle

/// The programs in this file, by the names that they are started by.
@main
enum Program: String {
  case daemon = "brightnessd"
  case worker = "brightnessd-ddc"
  case idle = "brightness-idle"

  static func main() {
    let program = Program(startedAs: CommandLine.arguments.first ?? "")
    let words = Array(CommandLine.arguments.dropFirst())
    if program != .daemon { program.nameProcess() }
    switch program {
    case .daemon: exit(DaemonProgram.run(words).rawValue)
    case .worker: exit(WorkerProgram.run(words).rawValue)
    case .idle: exit(IdleProgram.run(words).rawValue)
    }
  }

  /// Lets the kernel show this name, and not that of the file, where it was started by another
  /// path.
  private func nameProcess() {
    guard let file = try? Descriptor(opening: "/proc/self/comm", O_WRONLY) else { return }
    _ = try? Array(rawValue.utf8).withUnsafeBytes { try file.write($0) }
  }

  /// The daemon by any other name, such as that of a copy.
  init(startedAs path: String) {
    self = path.split(separator: "/").last.flatMap { Program(rawValue: String($0)) } ?? .daemon
  }
}
