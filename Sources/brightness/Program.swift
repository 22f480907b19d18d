import BrightnessCommands
import Commands
import Glibc

/// Entry point of `brightness`.
@main
struct Program {
  static func main() {
    let arguments = CommandLine.arguments
    exit(BrightnessProgram.run(Array(arguments.dropFirst()), as: arguments.first ?? "").rawValue)
  }
}
