import Glibc
import SimulatedKernel

/// Runs random histories of the whole daemon in a simulated world.
@main struct Simulate {
  static func main() {
    // Addresses and hashes decide the order of sets: with the same ones a history is the same in
    // every run.
    if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      _ = fix_addresses()
      var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
    }
    do {
      exit(try Options(Array(CommandLine.arguments.dropFirst())).run())
    } catch {
      let text = "brightnessd-simulate: \(error)\n"
      write(STDERR_FILENO, text, text.utf8.count)
      exit(2)
    }
  }
}
