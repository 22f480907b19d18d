@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc
import Synchronization

/// A server on a loop that the test steps, and its events.
struct Served {
  let loop: EventLoop
  let server: VarlinkServer
  let interface = TestInterface()
  let log = Log(of: String.self)
  let opened = Log(of: Connection.self)

  init(
    limits: WireLimits = WireLimits(),
    calls: SocketSystemCalls = .kernel,
    pause: Duration = .seconds(3600),
    isPrivileged: @escaping @Sendable (uid_t) -> Bool = { _ in false }
  ) throws {
    loop = try EventLoop()
    var limits = limits
    // However slow the machine is, all that waits is served in one turn.
    limits.timePerTurn = .seconds(3600)
    let events = ServerEvents(
      opened: { [log, opened] connection in
        log.write("opened \(connection.id.rawValue)")
        opened.write(connection)
      },
      closed: { [log] connection, reason in log.write("closed \(connection.id.rawValue): \(reason)") },
      isPrivileged: isPrivileged,
      failed: { [log] error in log.write("\(error)") }
    )
    server = VarlinkServer(interface.service(), on: loop, limits: limits, events: events, calls: calls, pause: pause)
  }

  /// A server with one connection; its event is taken already.
  static func connected(limits: WireLimits = WireLimits()) throws -> (Served, RawPeer) {
    let served = try Served(limits: limits)
    let peer = try served.connect()
    _ = served.log.take()
    return (served, peer)
  }

  /// A server that listens at a path.
  static func listening(
    limits: WireLimits = WireLimits(),
    calls: SocketSystemCalls = .kernel,
    pause: Duration = .seconds(3600)
  ) throws -> (Served, SocketPlace) {
    let served = try Served(limits: limits, calls: calls, pause: pause)
    let place = try SocketPlace()
    try served.server.listen(at: place.path)
    return (served, place)
  }

  func connect() throws -> RawPeer {
    let (near, far) = try RawPeer.pair()
    try server.adopt(Descriptor(owning: near))
    return far
  }

  func takeTurn() {
    loop.takeTurn()
  }

  /// Events of one turn.
  func eventsOfTurn() -> [String] {
    takeTurn()
    return log.take()
  }
}

extension String {
  static let echo = call("Echo", parameters: #"{"text":"a"}"#)
  static let echoReply = #"{"parameters":{"text":"a"}}"#
  static let nothingReply = #"{"parameters":{}}"#

  /// A call of the test interface, as it stands on the wire.
  static func call(_ method: String, parameters: String? = nil, _ more: String = "") -> String {
    let parameters = parameters.map { #","parameters":\#($0)"# } ?? ""
    return #"{"method":"\#(TestInterface.name).\#(method)"\#(parameters)\#(more)}"#
  }

  /// A call whose reply has many bytes.
  static func fill(_ bytes: Int) -> String { .call("Fill", parameters: #"{"bytes":\#(bytes)}"#) }

  static func error(_ name: String, _ parameters: String = "{}") -> String {
    #"{"error":"org.varlink.service.\#(name)","parameters":\#(parameters)}"#
  }
}

extension WireLimits {
  static func with(_ change: (inout WireLimits) -> Void) -> WireLimits {
    var limits = WireLimits()
    change(&limits)
    return limits
  }
}

extension SocketSystemCalls {
  /// A kernel on which the peers are these users, in their order.
  static func of(_ users: [uid_t]) -> SocketSystemCalls {
    let users = Box(Mutex(users))
    var calls = SocketSystemCalls.kernel
    calls.identify = { _ in
      PeerCredentials(process: 1, user: users.value.withLock { $0.removeFirst() }, group: 1)
    }
    return calls
  }
}

extension Connection {
  /// Makes the socket take little before it is full.
  nonisolated func holdLittle() {
    var size: CInt = 4096
    guard let socket = try? duplicate() else { return }
    setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
  }
}
