import Brightness
import Composable
import EventLoop
import Glibc
import Hardware
import Synchronization
import Testing
import Varlink

@testable import ControlAPI
@testable import Daemon

/// Users of a machine whose group 44 may change lights.
enum User {
  static let root = Daemon.Peer(user: 0, group: 0)
  static let member = Daemon.Peer(user: 1000, group: 1000, groups: [44])
  static let otherMember = Daemon.Peer(user: 1001, group: 1001, groups: [44])
  static let guest = Daemon.Peer(user: 1002, group: 1002)
}

/// Who the next one is that connects, and those who have: they stay until they leave.
final class Visitors: Sendable {
  private let stored = Mutex<Daemon.Peer?>(User.member)
  private let clients = Mutex<[VarlinkClient]>([])

  func keep(_ client: VarlinkClient) {
    clients.withLock { $0.append(client) }
  }

  /// Nil for somebody of whom the kernel says nothing.
  var next: Daemon.Peer? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension BrightnessDaemon {
  static func at(
    _ desk: Desk,
    _ origin: any LightOrigin,
    on loop: EventLoop,
    _ records: DebtFile,
    _ hand: Hand,
    _ configuration: Configuration,
    _ log: Lines,
    _ cloakroom: Cloakroom?
  ) -> BrightnessDaemon {
    BrightnessDaemon(
      origin,
      on: loop,
      records: records,
      configuration: configuration,
      policy: Policy(group: 44),
      seat: SeatFile("seats/seat0", in: desk.root),
      log: Log(.error, style: .plain) { log.append($0) },
      hand: hand,
      store: cloakroom?.store,
      clock: desk.clock,
      identify: { [visitors = desk.visitors] _ throws(DaemonError) in
        guard let peer = visitors.next else {
          throw .refused(SystemError("identify", "peer", ErrorCode(rawValue: EIO)))
        }
        return peer
      }
    )
  }
}

extension Desk {
  /// Somebody connects: their session has the next number.
  func connect(as user: Daemon.Peer? = User.member) throws -> Visitor {
    visitors.next = user
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    let client = try VarlinkClient(owning: Descriptor(owning: ends[1]), on: running!.loop)
    visitors.keep(client)
    let connection = try running!.service!.server.adopt(Descriptor(owning: ends[0]))
    return Visitor(client, Int(connection.id.rawValue), self)
  }

  var sessionCount: Int { running!.service!.daemon.assumeIsolated { $0.store.state.sessions.count } }

  /// The daemon is asked to end.
  func stop() -> Answers {
    let answers = Answers()
    running!.service!.daemon.assumeIsolated { $0.stop { answers.note($0) } }
    goOn()
    return answers
  }

  /// The daemon reads its configuration again; the group that may change lights is the same.
  func reload(_ text: String) {
    let found = read("[Daemon]\nGroup=44\n\(text)")
    running!.service!.daemon.assumeIsolated { $0.take(found.configuration, complaints: found.complaints) }
    goOn()
  }

  /// Those who are told of what goes on.
  var watcherCount: Int {
    running!.service!.daemon.assumeIsolated { $0.lightWatchers.count + $0.sceneWatchers.count }
  }
}

/// A client at a desk.
final class Visitor {
  let session: Int
  private let client: VarlinkClient
  private let desk: Desk

  init(_ client: VarlinkClient, _ session: Int, _ desk: Desk) {
    (self.client, self.session, self.desk) = (client, session, desk)
  }

  /// Calls a method, and gives the answer that there is when nothing is left to do.
  func ask<Method: ControlMethod>(_ method: Method) throws -> Method.Reply {
    let replies = begin(method, wantsMore: false)
    desk.goOn()
    return try #require(replies.take().first).get()
  }

  /// Calls a method for all its replies.
  func follow<Method: ControlMethod>(_ method: Method) -> Replies<Method.Reply> {
    let replies = begin(method)
    desk.goOn()
    return replies
  }

  /// Calls a method, with nothing carried out yet.
  func begin<Method: ControlMethod>(_ method: Method, wantsMore: Bool = true) -> Replies<Method.Reply> {
    let replies = Replies<Method.Reply>()
    client.call(Method.fullName, method, wantsMore: wantsMore) { replies.note($0) }
    return replies
  }

  /// Says what no program that knows the interfaces would, and gives what it is refused with.
  func refusal(of method: String, _ parameters: String = "{}") throws -> ControlError? {
    guard case .object(let object) = try JSON(parsing: parameters.utf8) else { return nil }
    let replies = Replies<NoFields>()
    client.call("io.brightnessd.\(method)", object, wantsMore: false) { replies.note($0) }
    desk.goOn()
    guard case .failure(let error)? = replies.take().first else { return nil }
    return error
  }

  func leave() {
    vanish()
    desk.goOn()
  }

  /// Leaves, with nobody having noticed yet.
  func vanish() {
    client.close()
  }
}

/// What a call was answered with.
final class Replies<Reply: JSONObjectReadable & Sendable>: Sendable {
  private let replies = Mutex<[Result<Reply, ControlError>]>([])

  func note(_ result: CallResult) {
    let reply = Self.reply(result)
    replies.withLock { $0.append(reply) }
  }

  private static func reply(_ result: CallResult) -> Result<Reply, ControlError> {
    switch result {
    case .success(let reply):
      guard let reply = try? Reply(json: JSONInput(.object(reply.parameters))) else { preconditionFailure("\(reply)") }
      return .success(reply)
    case .failure(let error): return .failure(ControlError(error))
    }
  }

  /// Those that came since the last time.
  func take() -> [Result<Reply, ControlError>] {
    replies.withLock { replies in
      defer { replies = [] }
      return replies
    }
  }

  /// The good ones that came since the last time.
  func takeGood() -> [Reply] { take().compactMap { try? $0.get() } }
}

extension SessionsInterface.SceneRequest {
  static func exactly(
    _ percent: Double,
    of light: String? = nil,
    priority: SessionsInterface.Priority? = nil,
    onChange: SessionsInterface.OnChange? = nil
  ) -> Self {
    Self(claims: [.init(light: light, rule: .exactly, percent: percent)], priority: priority, onChange: onChange)
  }
}
