import Commands
import Glibc

/// The client's door: arguments, exit status, nothing else.
@main
struct Program {
  static func main() {
    let words = CommandLine.arguments
    exit(BrightnessProgram.run(Array(words.dropFirst()), as: words.first ?? "").rawValue)
  }
}
