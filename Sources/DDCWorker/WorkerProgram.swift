import BrightnessControl
import BrightnessEventLoop
import CommandLines
import DDC
import Glibc

/// `brightnessd-ddc`, the worker for one monitor: arguments, exit status, and which buses it uses.
public enum WorkerProgram {
  public enum Status: CInt, Sendable {
    case done = 0
    case failed = 1
    case misused = 2
  }

  public static func run(_ words: [String]) -> Status {
    do {
      let arguments = try WorkerArguments(words)
      switch arguments.task {
      case .help: print(WorkerArguments.help)
      case .version: print("brightnessd-ddc \(Version.current)")
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
    // The client may disconnect at any time: write(2) then fails with EPIPE.
    signal(SIGPIPE, SIG_IGN)
    guard let root = sysfs else {
      var worker = MonitorWorker(root: "/sys") { bus throws(SystemError) in try I2CFile(opening: "/dev/i2c-\(bus)") }
      return try answerRequests(by: &worker)
    }
    var worker = MonitorWorker(root: root) { bus throws(SystemError) in
      try SimulatedI2C(connecting: SimulatedI2C.path(of: bus, under: root))
    }
    try answerRequests(by: &worker)
  }

  private static func complain(_ text: String) {
    let line = Array("brightnessd-ddc: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// Requests on standard input and replies on standard output, which are a socket or two pipes.
extension WorkerProgram {
  /// Answers requests one after the other, until the input ends or the client stops reading.
  private static func answerRequests<Device: ~Copyable>(by worker: inout MonitorWorker<Device>) throws {
    while let bytes = try nextRequest() {
      guard let request = WorkerRequest(bytes) else { throw WorkerError.notARequest(bytes) }
      guard try send(worker.reply(to: request).bytes) else { return }
    }
  }

  /// Reads the next request; nil at the end of the input.
  private static func nextRequest() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: WorkerRequest.length)
    var count = 0
    while count < bytes.count {
      let received = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress! + count, $0.count - count) }
      if received < 0, errno == EINTR { continue }
      // A reset connection counts as the end of the input.
      if received < 0, errno != ECONNRESET { throw SystemError("read", "standard input", .latest) }
      if received <= 0 { break }
      count += received
    }
    if count == 0 { return nil }
    guard count == bytes.count else { throw WorkerError.cutShort(count) }
    return bytes
  }

  /// False if the other end is closed.
  private static func send(_ bytes: [UInt8]) throws -> Bool {
    var count = 0
    while count < bytes.count {
      let sent = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + count, $0.count - count) }
      if sent < 0, errno == EINTR { continue }
      if sent < 0, errno == EPIPE || errno == ECONNRESET { return false }
      if sent < 0 { throw SystemError("write", "standard output", .latest) }
      count += sent
    }
    return true
  }
}

/// Why the worker ends before its input does.
enum WorkerError: Error, Hashable, CustomStringConvertible {
  case inputIsTerminal
  case notARequest([UInt8])
  case cutShort(Int)

  var description: String {
    switch self {
    case .inputIsTerminal:
      "cannot serve 'standard input': it is a terminal; brightnessd starts this program, and --list is for people"
    case .notARequest(let bytes):
      "cannot read 'standard input': no request begins with \(bytes.prefix(4).map { String($0, radix: 16) }.joined(separator: " "))"
    case .cutShort(let count):
      "cannot read 'standard input': it ended after \(count) of \(WorkerRequest.length) bytes of a request"
    }
  }
}
