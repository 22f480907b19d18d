import Bridge
import Glibc

/// Entry point of `brightnessd-mqtt`.
@main
struct Program {
  static func main() {
    exit(BridgeProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
