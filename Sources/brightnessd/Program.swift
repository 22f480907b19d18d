import CommandLines
import ControlAPI
import Daemon
import Glibc
import Hardware

/// The daemon's door: arguments, exit status, nothing else.
@main
struct Program {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  enum Status: CInt {
    case done = 0
    case failed = 1
    case misused = 2
  }

  private static func run(_ words: [String]) -> Status {
    let environment = ServiceEnvironment.taken()
    do throws(UsageError) {
      return run(try Arguments(words), environment)
    } catch {
      Log.standardError(.error, environment)(.error, "\(error); see brightnessd --help")
      return .misused
    }
  }

  private static func run(_ arguments: Arguments, _ environment: ServiceEnvironment) -> Status {
    switch arguments.task {
    case .help: print(Arguments.help)
    case .version: print("brightnessd \(Version.current)")
    case .restore: return restore(arguments, environment)
    case .replay: return replay(arguments.recording ?? "", environment)
    case .serve: return serve(arguments, environment)
    }
    return .done
  }

  private static func serve(_ arguments: Arguments, _ environment: ServiceEnvironment) -> Status {
    do {
      var inherited = try InheritedDescriptors(environment)
      guard arguments.isSimulated else {
        let user = try arguments.userPlaces()
        try user?.make()
        let kernel = UdevOrigin(socket: inherited.takeEvents())
        try serve(arguments.plan(for: user, by: kernel), inherited, environment)
        return .done
      }
      let tree = try SimulatedTree.made(in: "/tmp")
      let plan = arguments.plan(simulatedAt: tree.root)
      print("simulating a panel and a keyboard in '\(tree.root)', clients connect to '\(plan.socket)'")
      fflush(nil)
      try serve(plan, inherited, environment)
      _ = consume tree
      return .done
    } catch {
      Log.standardError(.error, environment)(.error, "\(error)")
      return .failed
    }
  }

  private static func serve(
    _ plan: DaemonProcess.Plan,
    _ inherited: consuming InheritedDescriptors,
    _ environment: ServiceEnvironment
  ) throws {
    let process = try DaemonProcess(plan, environment)
    try process.run(inherited, environment)
  }

  private static func restore(_ arguments: Arguments, _ environment: ServiceEnvironment) -> Status {
    do {
      return try restore(arguments.plan(for: try arguments.userPlaces()), environment)
    } catch {
      Log.standardError(.error, environment)(.error, "\(error)")
      return .failed
    }
  }

  private static func restore(_ plan: DaemonProcess.Plan, _ environment: ServiceEnvironment) throws -> Status {
    // To root the records of the daemon's user would be a stranger's, and be quarantined instead of restored.
    try SystemAccounts.becomeOwner(of: plan.state)
    let current = CurrentConfiguration(plan.places)
    let log = Log.standardError(plan.logLevel ?? current.configuration.logLevel, environment)
    log(current.problems)
    let left = try RestoreRun.restoreAll(
      recordedIn: plan.state,
      lightsOf: plan.origin,
      configuration: current.configuration,
      hand: plan.hand
    )
    for sentence in left { log(.error, sentence) }
    return left.isEmpty ? .done : .failed
  }

  private static func replay(_ recording: String, _ environment: ServiceEnvironment) -> Status {
    do {
      _ = try Replay(recording).run { print($0) }
      return .done
    } catch {
      Log.standardError(.error, environment)(.error, "\(error)")
      return .failed
    }
  }
}
