import EventLoop
import Glibc

/// Measures the core, on the loop that it runs on, and what decides about lights.
@main struct Bench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: print(usage)
    case "idle" where arguments.count == 1: try idle()
    case "core": try measure(Family.core, of: arguments.dropFirst())
    case "lights": try measure(Family.lights, of: arguments.dropFirst())
    default: misuse()
    }
  }

  private static var usage: String {
    """
    usage: bench core [--json] [<family>...]
           bench lights [--json] [<family>...]

    Measures the core, or what decides about lights and writes them, and prints a table; with --json, one object with a number for each name.

    families of core: \(Family.core.map(\.name).joined(separator: " "))
    families of lights: \(Family.lights.map(\.name).joined(separator: " "))
    """
  }

  private static func misuse() -> Never {
    let text = usage + "\n"
    write(STDERR_FILENO, text, text.utf8.count)
    exit(2)
  }

  private static func measure(_ all: [Family], of arguments: ArraySlice<String>) throws {
    let names = arguments.filter { $0 != "--json" }
    let chosen = names.compactMap { name in all.first { $0.name == name } }
    if chosen.count < names.count { misuse() }
    try measure(names.isEmpty ? all : chosen, asJSON: arguments.contains("--json"))
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
