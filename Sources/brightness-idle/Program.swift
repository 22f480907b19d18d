import Commands
import Glibc
import Idle

/// Entry point of `brightness-idle`, which `brightness idle` becomes.
@main
struct Program {
  static func main() {
    exit(IdleProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
