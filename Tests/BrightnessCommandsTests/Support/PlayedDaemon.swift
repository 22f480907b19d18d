import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Synchronization

@testable import BrightnessCommands
@testable import Commands

/// A daemon of some interfaces, with a client and a log of the calls that its methods note.
final class PlayedDaemon {
  /// The calls so far, each with its parameters.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var calls: [String] { lines.withLock(\.self) }

    func append<Method: VarlinkMethod>(_ request: Method) {
      var writer = JSONWriter()
      request.write(to: &writer)
      let text = "\(Method.methodName) \(String(decoding: writer.bytes, as: UTF8.self))"
      lines.withLock { $0.append(text) }
    }
  }

  private let loop: EventLoop
  private let server: VarlinkServer
  let address: DaemonAddress
  private let client: ControlClient
  private let log = Log()

  var calls: [String] { log.calls }

  init(_ interfaces: (Log) -> [ServedInterface]) throws {
    loop = try EventLoop()
    let service = Service(vendor: "", product: "", version: "", url: "", interfaces: interfaces(log))
    server = VarlinkServer(service, on: loop)
    let name = "@brightness-played-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    try server.listen(at: name)
    address = DaemonAddress(name, { _ in nil }, on: loop)
    client = try address.connect()
  }

  /// Runs the loop until `body` returns.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (ControlClient) async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = Mutex<Result<Value, Failure>?>(nil)
    let (loop, client) = (loop, client)
    Task(executorPreference: loop) {
      let outcome: Result<Value, Failure>
      do throws(Failure) { outcome = .success(try await body(client)) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      loop.stop()
    }
    loop.run()
    guard let outcome = result.withLock(\.self) else { preconditionFailure("only the task stops the loop") }
    return try outcome.get()
  }
}
