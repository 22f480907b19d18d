import CommandLines
import DDC
import EventLoop
import Glibc

/// The worker for one monitor: arguments, exit status, and which buses it uses.
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
    do {
      let arguments = try Arguments(words)
      switch arguments.task {
      case .help: print(Arguments.help)
      case .version: print("brightnessd-ddc \(Arguments.version)")
      case .list: try list(arguments.sysfs ?? "/sys")
      case .serve: try serve(arguments.sysfs)
      }
      return .done
    } catch let error as UsageError {
      complain("\(error); see brightnessd-ddc --help")
      return .misused
    } catch {
      complain("\(error)")
      return .failed
    }
  }

  /// The identity, connector and name of each monitor, then the unused connectors.
  private static func list(_ root: String) throws {
    let list = MonitorList(try MonitorFacts.read(under: root))
    for monitor in list.monitors {
      let state = monitor.connector.isLit ? "" : ", asleep"
      print("\(monitor.identity) at \(monitor.connector.name): \(monitor.edid.name ?? "no name")\(state)")
    }
    for unused in list.unused { print(unused) }
  }

  private static func serve(_ sysfs: String?) throws {
    guard isatty(STDIN_FILENO) == 0 else { throw WorkerError.inputIsTerminal }
    // A client that is gone is noticed by EPIPE, and is no error.
    signal(SIGPIPE, SIG_IGN)
    guard let root = sysfs else {
      var worker = MonitorWorker(root: "/sys") { bus throws(SystemError) in try I2CFile(opening: "/dev/i2c-\(bus)") }
      return try Connection().serve(&worker)
    }
    var worker = MonitorWorker(root: root) { bus throws(SystemError) in
      try SimulatedI2C(connecting: SimulatedI2C.path(of: bus, under: root))
    }
    try Connection().serve(&worker)
  }

  private static func complain(_ text: String) {
    let line = Array("brightnessd-ddc: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
