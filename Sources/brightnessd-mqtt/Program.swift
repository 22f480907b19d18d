import Bridge
import Commands
import FleetCommands
import Glibc

/// Entry point of `brightnessd-mqtt`, and of `brightness-fleet`, another name of this file.
@main
struct Program {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if FleetProgram.isName(CommandLine.arguments.first ?? "") { exit(FleetProgram.run(words).rawValue) }
    exit(BridgeProgram.run(words).rawValue)
  }
}
