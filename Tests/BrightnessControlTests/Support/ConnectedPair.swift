import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Synchronization
import Testing

/// A connected client and server of interfaces on one loop that the test steps, with a log of
/// messages.
final class ConnectedPair: Sendable {
  private let loop: EventLoop
  private let server: VarlinkServer
  private let client: ControlClient
  private let log = Mutex<[String]>([])

  init(_ interfaces: [ServedInterface]) throws {
    loop = try EventLoop()
    server = VarlinkServer(
      Service(vendor: "vendor", product: "product", version: "1", url: "https://example.org", interfaces: interfaces),
      on: loop
    )
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    try server.adopt(Descriptor(owning: ends[0]))
    client = ControlClient(try VarlinkClient(owning: Descriptor(owning: ends[1]), on: loop))
  }

  func append(_ text: String) {
    log.withLock { $0.append(text) }
  }

  /// The messages that were logged while the client ran this.
  func messages(_ body: @escaping @Sendable (ControlClient) async throws -> Void) -> [String] {
    run { client in
      do { try await body(client) } catch { Issue.record("\(error)") }
    }
    return log.withLock { $0 }
  }

  /// The errors of calls, made one after the other.
  func refusals(of calls: (@Sendable (ControlClient) async throws -> Void)...) -> [ControlError] {
    let refusals = Mutex<[ControlError]>([])
    run { client in
      for call in calls {
        do {
          try await call(client)
        } catch let error as ControlError {
          refusals.withLock { $0.append(error) }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    return refusals.withLock { $0 }
  }

  private func run(_ body: @escaping @Sendable (ControlClient) async -> Void) {
    let isDone = Atomic(false)
    Task(executorPreference: loop) { [client] in
      await body(client)
      isDone.store(true, ordering: .relaxed)
    }
    for _ in 0..<100 where !isDone.load(ordering: .relaxed) { takeTurn() }
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
    for _ in 0..<3 { takeTurn() }
  }

  private func takeTurn() {
    loop.perform { [loop] in loop.stop() }
    loop.run()
  }
}
