import EventLoop
import Glibc

/// Measures the core, on the loop that it runs on, what decides about lights, and the daemon that people run.
@main struct Bench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: print(usage)
    case "idle" where arguments.count == 1: try idle()
    case "core": try measure(Family.core, of: arguments.dropFirst())
    case "lights": try measure(Family.lights, of: arguments.dropFirst())
    case "daemon": try measureDaemon(arguments.dropFirst())
    default: misuse()
    }
  }

  private static var usage: String {
    """
    usage: bench core [--json] [<family>...]
           bench lights [--json] [<family>...]
           bench daemon [--json] [--brightnessd=PATH] [<family>...]

    Measures the core, or what decides about lights and writes them, or the daemon beside a bare server in C, and prints a table; with --json, one object with a number for each name.

    families of core: \(Family.core.map(\.name).joined(separator: " "))
    families of lights: \(Family.lights.map(\.name).joined(separator: " "))
    families of daemon: \(Family.daemon("").map(\.name).joined(separator: " "))
    """
  }

  private static func misuse() -> Never {
    let text = usage + "\n"
    write(STDERR_FILENO, text, text.utf8.count)
    exit(2)
  }

  /// The daemon that is named, or the one that was built beside this program.
  private static func measureDaemon(_ arguments: ArraySlice<String>) throws {
    let option = "--brightnessd="
    let named = arguments.last { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
    let families = Family.daemon(named ?? builtProgram("brightnessd"))
    try measure(families, of: arguments.filter { !$0.hasPrefix(option) }[...])
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
