import Brightness
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import ComposableTesting
import Glibc
import Hardware
import HardwareTesting
import Service
import Synchronization
import Testing

@testable import BrightnessControl
@testable import Daemon

/// Users of a machine whose group 44 may change lights.
enum User {
  static let root = Peer(uid: 0, gid: 0, pid: getpid())
  static let member = Peer(uid: 1000, gid: 1000, pid: getpid(), groups: [44])
  static let otherMember = Peer(uid: 1001, gid: 1001, pid: getpid(), groups: [44])
  static let guest = Peer(uid: 1002, gid: 1002, pid: getpid())
}

/// The next peer to connect, and the clients that are connected.
final class TestClients: Sendable {
  private let stored = Mutex<Peer?>(User.member)
  private let connected = Mutex<[VarlinkClient]>([])

  func add(_ client: VarlinkClient) {
    connected.withLock { $0.append(client) }
  }

  /// The next peer; nil if the kernel reports no credentials.
  var next: Peer? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension BrightnessDaemon {
  static func at(
    _ daemon: TestDaemon,
    _ origin: any LightOrigin,
    on loop: EventLoop,
    _ records: RestoreRecordFile,
    _ attributes: AttributeIO,
    _ sensorIO: SensorIO,
    _ configuration: Configuration,
    _ log: Lines,
    _ level: LogLevel,
    _ descriptorStore: TestDescriptorStore?,
    _ recorder: Recorder?
  ) -> BrightnessDaemon {
    var configuration = configuration
    // However slow the machine is, all calls that wait are served in one turn.
    configuration.limits.wire.timePerTurn = .seconds(3600)
    return withDependencies {
      $0.issueReporter = .recordingFailure
    } operation: {
      BrightnessDaemon(
        origin,
        on: loop,
        records: records,
        configuration: configuration,
        policy: Policy(groups: [Group(name: "44", number: 44)]),
        seat: SeatFile("seats/seat0", in: daemon.root),
        log: log.log(level),
        attributeIO: attributes,
        sensorIO: sensorIO,
        store: descriptorStore?.store,
        recorder: recorder,
        clock: daemon.clock,
        now: { [time = daemon.time] in Moment(time.now.sinceBoot) },
        identify: { [clients = daemon.clients] _ throws(DaemonError) in
          guard let peer = clients.next else {
            throw .refused(SystemError("identify", "peer", ErrorCode(rawValue: EIO)))
          }
          return peer
        }
      )
    }
  }
}

extension TestDaemon {
  /// Connects a client, whose session has the next number.
  func connect(as user: Peer? = User.member) throws -> TestClient {
    clients.next = user
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    let client = try VarlinkClient(owning: Descriptor(owning: ends[1]), on: running!.loop)
    clients.add(client)
    let connection = try running!.server.adopt(Descriptor(owning: ends[0]))
    return TestClient(client, Int(connection.id.rawValue), self)
  }

  var sessionCount: Int { running!.daemon.assumeIsolated { $0.state.sessions.count } }

  /// Stops the daemon.
  func stop() -> Answers {
    let answers = Answers()
    running!.daemon.assumeIsolated { $0.stop { answers.note(.done) } }
    runUntilIdle()
    return answers
  }

  /// Reloads the configuration, with the same group.
  func reload(_ text: String) {
    reload(read("[Daemon]\nGroup=44\n\(text)"))
  }

  func reload(_ found: ConfigurationReading) {
    running!.daemon.assumeIsolated { $0.apply(found.configuration, problems: found.problems) }
    runUntilIdle()
  }

  /// The number of open streaming calls.
  var watcherCount: Int {
    running!.daemon.assumeIsolated { $0.state.openCallCount }
  }
}

/// A client of a test daemon, with the typed interface.
final class TestClient {
  let session: Int
  private let client: VarlinkClient
  private let daemon: TestDaemon

  init(_ client: VarlinkClient, _ session: Int, _ daemon: TestDaemon) {
    self.client = client
    self.session = session
    self.daemon = daemon
  }

  /// Calls a method, and returns the reply that has come when the daemon is idle.
  @discardableResult
  func ask<Method: VarlinkMethod>(_ method: Method) throws -> Method.Reply {
    let replies = begin(method, wantsMore: false)
    daemon.runUntilIdle()
    return try #require(replies.take().first).get()
  }

  /// Calls a method for all its replies.
  func follow<Method: VarlinkMethod>(_ method: Method) -> Replies<Method.Reply> {
    let replies = begin(method)
    daemon.runUntilIdle()
    return replies
  }

  /// Calls a method, with nothing carried out yet.
  func begin<Method: VarlinkMethod>(_ method: Method, wantsMore: Bool = true) -> Replies<Method.Reply> {
    let replies = Replies<Method.Reply>()
    client.call(Method.fullName, method, wantsMore: wantsMore) { replies.note($0) }
    return replies
  }

  /// Sends a call of raw JSON, and returns its error.
  func refusal(of method: String, _ parameters: String = "{}") throws -> ControlError? {
    guard case .object(let object) = try JSON(parsing: parameters.utf8) else { return nil }
    let replies = Replies<NoFields>()
    client.call("io.brightnessd.\(method)", object, wantsMore: false) { replies.note($0) }
    daemon.runUntilIdle()
    guard case .failure(let error)? = replies.take().first else { return nil }
    return error
  }

  /// Calls a method, and returns its error.
  func refusal<Method: VarlinkMethod>(of method: Method) -> CallError? {
    let error = Mutex<CallError?>(nil)
    client.call(Method.fullName, method, wantsMore: false) { result in
      if case .failure(let refusal) = result { error.withLock { $0 = refusal } }
    }
    daemon.runUntilIdle()
    return error.withLock { $0 }
  }

  func leave() {
    closeSilently()
    daemon.runUntilIdle()
  }

  /// Closes the connection before the daemon runs.
  func closeSilently() {
    client.close()
  }
}

/// The replies to a call.
final class Replies<Reply: JSONObjectReadable & Sendable>: Sendable {
  private let replies = Mutex<[Result<Reply, ControlError>]>([])

  func note(_ result: Result<VarlinkClient.Reply, CallError>) {
    let reply = Self.reply(result)
    replies.withLock { $0.append(reply) }
  }

  private static func reply(_ result: Result<VarlinkClient.Reply, CallError>) -> Result<Reply, ControlError> {
    switch result {
    case .success(let reply):
      guard let reply = try? Reply(json: JSONInput(.object(reply.parameters))) else { preconditionFailure("\(reply)") }
      return .success(reply)
    case .failure(let error): return .failure(ControlError(error))
    }
  }

  var isEmpty: Bool { replies.withLock(\.isEmpty) }

  /// The replies since the last time.
  func take() -> [Result<Reply, ControlError>] {
    replies.withLock { replies in
      defer { replies = [] }
      return replies
    }
  }

  /// The successful replies since the last time.
  func takeSuccessful() -> [Reply] { take().compactMap { try? $0.get() } }
}

extension SessionsInterface.SceneRequest {
  /// A scene with a timeout of a minute.
  static let brief = Self(claims: [.init(rule: .exactly, percent: 80)], expires: .seconds(60))

  static func exactly(
    _ percent: Double,
    of light: String? = nil,
    priority: SessionsInterface.Priority? = nil,
    onUserChange: SessionsInterface.OnUserChange? = nil
  ) -> Self {
    Self(
      claims: [.init(light: light, rule: .exactly, percent: percent)],
      priority: priority,
      onUserChange: onUserChange
    )
  }
}
