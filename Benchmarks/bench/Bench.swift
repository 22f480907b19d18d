import BrightnessEventLoop
import Glibc

/// Benchmarks of Composable on the event loop, of arbitration, of the daemon and of the client.
@main struct Bench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: print(usage)
    case "idle" where arguments.count == 1: try idle()
    case "core": try measure(Family.core, of: arguments.dropFirst())
    case "lights": try measure(Family.lights, of: arguments.dropFirst())
    case "daemon": try measureDaemon(arguments.dropFirst())
    case "client": try measureClient(arguments.dropFirst())
    case "fleet": try measureFleet(arguments.dropFirst())
    case "monitors" where arguments.dropFirst().allSatisfy { $0 == "--json" }:
      try measureMonitors(arguments.dropFirst())
    default: failWithUsage()
    }
  }

  private static var usage: String {
    """
    usage: bench core [--json] [<family>...]
           bench lights [--json] [<family>...]
           bench daemon [--json] [--brightnessd=PATH] [<family>...]
           bench client [--json] [--brightnessd=PATH] [--brightness=PATH] [<family>...]
           bench fleet [--json] [--brightnessd=PATH] [--brightnessd-mqtt=PATH] [<family>...]
           bench monitors [--json]

    Measures the core, or the arbitration of lights, or the daemon beside a minimal server in C, or the client beside brightnessctl, or remote holds through an MQTT broker beside a minimal bridge in C, or external monitors in a virtual machine beside a program in C, and prints a table; with --json, one object with a number for each name. Fails if a limit is missed. Default program: the one built by 'make release'.

    families of core: \(Family.core.map(\.name).joined(separator: " "))
    families of lights: \(Family.lights.map(\.name).joined(separator: " "))
    families of daemon: \(Family.daemon("").map(\.name).joined(separator: " "))
    families of client: \(Family.client("", "").map(\.name).joined(separator: " "))
    families of fleet: \(Family.fleet("", "").map(\.name).joined(separator: " "))
    """
  }

  private static func failWithUsage() -> Never {
    fail(usage, status: 2)
  }

  private static func fail(_ text: String, status: CInt = 1) -> Never {
    printError(text)
    exit(status)
  }

  private static func measureDaemon(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    try measure(Family.daemon(takeProgram("brightnessd", from: &arguments)), of: arguments)
  }

  private static func measureClient(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    let daemon = takeProgram("brightnessd", from: &arguments)
    try measure(Family.client(takeProgram("brightness", from: &arguments), daemon), of: arguments)
  }

  private static func measureFleet(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    let daemon = takeProgram("brightnessd", from: &arguments)
    try measure(Family.fleet(takeProgram("brightnessd-mqtt", from: &arguments), daemon), of: arguments)
  }

  private static func measureMonitors(_ arguments: ArraySlice<String>) throws {
    report(try monitors(), asJSON: !arguments.isEmpty)
  }

  /// The named program, or the released one.
  private static func takeProgram(_ name: String, from arguments: inout ArraySlice<String>) -> String {
    let option = "--\(name)="
    let named = arguments.last { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
    arguments = arguments.filter { !$0.hasPrefix(option) }[...]
    return named ?? shippedProgram(name)
  }

  private static func measure(_ all: [Family], of arguments: ArraySlice<String>) throws {
    let names = arguments.filter { $0 != "--json" }
    let chosen = names.compactMap { name in all.first { $0.name == name } }
    if chosen.count < names.count { failWithUsage() }
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
      do {
        let figures = try await task.value
        report(figures, asJSON: asJSON)
      } catch {
        fail("cannot measure: \(error)")
      }
    }
    loop.run()
  }

  /// Prints the figures, and fails when a limit is missed.
  private static func report(_ figures: [Figure], asJSON: Bool) {
    print(asJSON ? json(figures) : table(figures))
    let missed = figures.filter { !$0.isKept }.map { "\($0.name) \($0.limit.map { "\($0)" } ?? "")" }
    if !missed.isEmpty { fail("missed: \(missed.joined(separator: ", "))") }
  }
}
