import EventLoop
import Glibc

/// Measures the core, on the loop that it runs on.
@main struct Bench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: print(usage)
    case "idle" where arguments.count == 1: try idle()
    case "core":
      let names = arguments.dropFirst().filter { $0 != "--json" }
      let families = names.isEmpty ? Family.all : names.compactMap(Family.named)
      if families.count < names.count { misuse() }
      try measure(families, asJSON: arguments.contains("--json"))
    default: misuse()
    }
  }

  private static var usage: String {
    """
    usage: bench core [--json] [<family>...]

    Measures the core, and prints a table; with --json, one object with a number for each name.

    families: \(Family.all.map(\.name).joined(separator: " "))
    """
  }

  private static func misuse() -> Never {
    let text = usage + "\n"
    write(STDERR_FILENO, text, text.utf8.count)
    exit(2)
  }

  private static func measure(_ families: [Family], asJSON: Bool) throws {
    let loop = try EventLoop()
    let task = Task(executorPreference: loop) {
      defer { loop.stop() }
      var figures: [Figure] = []
      for family in families { figures += try await family.measure(loop) }
      return figures
    }
    loop.run()
    Task(executorPreference: loop) {
      defer { loop.stop() }
      let figures = try await task.value
      print(asJSON ? json(figures) : table(figures))
    }
    loop.run()
  }
}
