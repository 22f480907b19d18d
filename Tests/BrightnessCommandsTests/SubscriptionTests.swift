import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc
import Synchronization
import Testing

@testable import BrightnessCommands
@testable import Commands

/// What follows when a connection ends before the last reply.
@Suite struct SubscriptionTests {
  @Test func `a hold that a running daemon ended without a word is not made again`() throws {
    let daemon = try ClosingDaemon(age: .seconds(3600))

    #expect(
      try daemon.events(isRepeatable: false)
        == ["failed: cannot hold 'lights': the daemon closed the connection; see its log"]
    )
  }

  @Test func `a watch that a running daemon ended without a word is made again`() throws {
    let daemon = try ClosingDaemon(age: .seconds(3600))

    #expect(
      try daemon.events(isRepeatable: true) == [
        "interrupted: cannot hold 'lights': the daemon closed the connection; it resumes", "reconnected", "cancelled",
        "finished",
      ]
    )
  }

  @Test func `a hold that was lost with its daemon is made again with the next one`() throws {
    let daemon = try ClosingDaemon(age: .zero)

    #expect(
      try daemon.events(isRepeatable: false) == [
        "interrupted: cannot hold 'lights': the daemon is not running; it resumes when it is back", "reconnected",
        "cancelled", "finished",
      ]
    )
  }
}

/// A daemon that closes the connection of its first hold, and answers the next as cancelled.
private final class ClosingDaemon {
  private let loop: EventLoop
  private let server: VarlinkServer
  private let address: DaemonAddress

  /// `age` is how long it says that it has been running.
  init(age: Duration) throws {
    loop = try EventLoop()
    let hasClosed = Mutex(false)
    let health = ServedInterface(
      HealthInterface.self,
      [
        ServedMethod { (call: MethodCall<HealthInterface.Report>, _) in call.reply(.running(for: age)) }
      ]
    )
    let sessions = ServedInterface(
      SessionsInterface.self,
      [
        ServedMethod { (call: MethodCall<SessionsInterface.Hold>, _) in
          if !hasClosed.withLock(\.self) { call.call.connection.close() }
          hasClosed.withLock { $0 = true }
          call.reply(.init(scene: 1, event: .cancelled))
        }
      ]
    )
    let service = Service(vendor: "", product: "", version: "", url: "", interfaces: [health, sessions])
    server = VarlinkServer(service, on: loop)
    let name = "@brightness-closing-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    try server.listen(at: name)
    var address = DaemonAddress(name, { _ in nil }, on: loop)
    address.retryDelay = .milliseconds(1)
    self.address = address
  }

  /// What a subscription to a hold reports, to its end.
  func events(isRepeatable: Bool) throws -> [String] {
    let events = Mutex<[String]>([])
    let subscription = HoldSubscription(
      daemon: address,
      verb: "hold",
      light: nil,
      resumption: "it resumes",
      isRepeatable: isRepeatable
    ) { client, _ in client.sessions.hold(scene: .init(claims: [])) }
    let client = try address.connect()
    Task(executorPreference: loop) { [loop] in
      defer { loop.stop() }
      _ = try await subscription.follow(client, signals: []) { (reported, _) throws(Failure) in
        for await event in reported {
          events.withLock { $0.append(text(event)) }
          switch event {
          case .finished, .failed: return .success
          default: break
          }
        }
        return .failed
      }
    }
    loop.run()
    return events.withLock(\.self)
  }
}

private func text(_ event: HoldSubscription.Event) -> String {
  switch event {
  case .reply(let reply): reply.event.rawValue
  case .interrupted(let message): "interrupted: \(message)"
  case .failed(let failure): "failed: \(failure.message)"
  case .reconnected: "reconnected"
  case .finished: "finished"
  default: "\(event)"
  }
}
