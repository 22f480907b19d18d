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
    case .settle: return settle(arguments, environment)
    case .serve:
      let log = Log.standardError(.error, environment)
      log(.error, "cannot serve '\(arguments.socket)': this version pays debts with --settle, and does not listen yet")
      return .failed
    }
    return .done
  }

  private static func settle(_ arguments: Arguments, _ environment: ServiceEnvironment) -> Status {
    let current = CurrentConfiguration(arguments.config.map { ConfigurationPlaces(file: $0) } ?? .standard)
    let log = Log.standardError(arguments.log ?? current.configuration.logLevel, environment)
    for complaint in current.complaints { log(complaint.isError ? .error : .warning, "\(complaint)") }
    let origin: any LightOrigin = arguments.sysfs.map { FakeTreeOrigin(root: $0) } ?? UdevOrigin()
    do {
      let left = try Settlement.pay(
        recordedIn: arguments.state,
        lightsOf: origin,
        settings: current.configuration.lights
      )
      for sentence in left { log(.error, sentence) }
      return left.isEmpty ? .done : .failed
    } catch {
      log(.error, "\(error)")
      return .failed
    }
  }
}
