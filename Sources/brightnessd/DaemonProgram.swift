import BrightnessControl
import CommandLines
import Daemon
import Glibc
import Hardware
import Service

/// `brightnessd`, from its arguments to its exit status.
enum DaemonProgram {
  enum Status: CInt {
    case done = 0
    case failed = 1
    case misused = 2
  }

  static func run(_ words: [String]) -> Status {
    let environment = ServiceEnvironment.taken()
    Workers.ignoreEnds()
    let log = Log.standardError(.error, environment)
    do {
      return try run(try Arguments(words), environment)
    } catch let error as UsageError {
      log(.error, "\(error); see brightnessd --help")
      return .misused
    } catch {
      log(.error, "\(error)")
      return .failed
    }
  }

  private static func run(_ arguments: Arguments, _ environment: ServiceEnvironment) throws -> Status {
    switch arguments.task {
    case .help: print(Arguments.help)
    case .version: print("brightnessd \(Version.current)")
    case .restore:
      let user = try arguments.userPlaces()
      try makeFolders(arguments, user)
      return try restore(arguments.plan(for: user), environment)
    case .check: return try check(arguments, environment)
    case .replay: _ = try Replay(arguments.recording ?? "").run { print($0) }
    case .serve: try serve(arguments, environment)
    }
    return .done
  }

  /// Reads the configuration as the daemon would, for an administrator and for the units'
  /// `ExecReload=`.
  private static func check(_ arguments: Arguments, _ environment: ServiceEnvironment) throws -> Status {
    let found = ConfigurationReading(arguments.plan(for: try arguments.userPlaces()).places)
    let log = Log.standardError(.info, environment)
    log(found.problems)
    log(found.isValid ? .info : .error, found.summary)
    return found.isValid ? .done : .failed
  }

  private static func serve(_ arguments: Arguments, _ environment: ServiceEnvironment) throws {
    DescriptorLimit.raise()
    var inherited = try InheritedDescriptors(environment)
    guard arguments.isSimulated else {
      let user = try arguments.userPlaces()
      try makeFolders(arguments, user)
      let kernel = UdevOrigin(socket: inherited.takeEvents())
      return try DaemonProcess(arguments.plan(for: user, by: kernel), environment).run(inherited, environment)
    }
    let tree = try SimulatedTree.made(in: "/tmp")
    let plan = arguments.plan(simulatedAt: tree.root)
    print(
      "simulating a panel, a keyboard, a monitor and a light sensor in '\(tree.root)', clients connect to '\(plan.socket)'"
    )
    fflush(nil)
    try DaemonProcess(plan, environment).run(inherited, environment)
    _ = consume tree
  }

  /// Makes the folders for a daemon that is started by hand; otherwise systemd or the package makes
  /// them.
  private static func makeFolders(_ arguments: Arguments, _ user: UserPlaces?) throws(DaemonError) {
    if let user {
      try user.make()
    } else if arguments.state == nil {
      try SystemPlaces.makeFolder()
    }
  }

  private static func restore(_ plan: DaemonProcess.Plan, _ environment: ServiceEnvironment) throws -> Status {
    // As root we would not trust the records of the daemon's user, and quarantine them instead of
    // restoring.
    try Privileges.becomeOwner(of: plan.state)
    let current = ConfigurationReading(plan.places)
    let log = Log.standardError(plan.logLevel ?? current.configuration.logLevel, environment)
    log(current.problems)
    let left = try RestoreRun.restoreAll(
      recordedIn: plan.state,
      lastingIn: plan.lasting,
      lightsOf: plan.origin,
      configuration: current.configuration,
      attributeIO: plan.attributeIO,
      workers: plan.workers
    )
    for sentence in left { log(.error, sentence) }
    return left.isEmpty ? .done : .failed
  }
}
