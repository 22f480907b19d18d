import BrightnessControl
import BrokerAccess
import CommandLines
import Glibc
import Service

/// `brightnessd-mqtt`, from its arguments to its exit status.
public enum BridgeProgram {
  static let name = "brightnessd-mqtt"

  public enum Status: CInt, Sendable {
    case done = 0
    case failed = 1
    case misused = 2
  }

  public static func run(_ words: [String]) -> Status {
    let environment = ServiceEnvironment.taken()
    let log = Log.standardError(of: name, .error, environment)
    do {
      return try run(try BridgeArguments(words), environment)
    } catch let error as UsageError {
      log(.error, "\(error); see \(name) --help")
      return .misused
    } catch {
      log(.error, "\(error)")
      return .failed
    }
  }

  private static func run(_ arguments: BridgeArguments, _ environment: ServiceEnvironment) throws -> Status {
    switch arguments.task {
    case .help: print(BridgeArguments.help)
    case .version: print("\(name) \(Version.current)")
    case .check: return check(arguments, environment)
    case .serve: try serve(arguments, environment)
    }
    return .done
  }

  private static func check(_ arguments: BridgeArguments, _ environment: ServiceEnvironment) -> Status {
    let reading = BridgeReading(arguments.places.read())
    let log = Log.standardError(of: name, .info, environment)
    log(reading.problems)
    log(reading.isValid ? .info : .error, reading.summary)
    return reading.isValid ? .done : .failed
  }

  private static func serve(_ arguments: BridgeArguments, _ environment: ServiceEnvironment) throws {
    let reading = BridgeReading(arguments.places.read())
    let log = Log.standardError(of: name, arguments.log, environment)
    log(reading.problems)
    // A broker that closes its connection must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let process = try BridgeProcess(
      reading,
      socket: arguments.socket,
      credentials: .ofProcess,
      log,
      environment
    )
    try process.run(environment)
  }
}
