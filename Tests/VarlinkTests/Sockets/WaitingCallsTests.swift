import EventLoop
import Glibc
import Synchronization
import Testing

@testable import Varlink

@Suite struct WaitingCallsTests {
  @Test func `a call of another user is served in the turn in which a user floods`() throws {
    let users = Mutex<[uid_t]>([7, 7, 8])
    let served = try Served(calls: .of { users.withLock { $0.removeFirst() } })
    let floods = [try served.connect(), try served.connect()]
    let peer = try served.connect()

    for flood in floods { flood.send(bytes: Array(repeating: Array(String.echo.utf8) + [0], count: 2000).joined()) }
    peer.send(.echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
  }

  @Test func `one reply may be larger than what a peer may leave unread`() throws {
    var limits = WireLimits()
    limits.outputBytes = 1000
    let (served, peer) = try Served.connected(limits: limits)

    peer.send(.fill(500_000))
    var count = 0
    while count < 500_000 {
      served.takeTurn()
      count += peer.receiveBytes().count
    }

    #expect(served.told.take() == [])
  }

  @Test func `bytes that wait are limited over all connections of a user, and other users are not concerned`() throws {
    let users = Mutex<[uid_t]>([7, 7, 8])
    var limits = WireLimits()
    limits.userBytes = 100_000
    let served = try Served(limits: limits, calls: .of { users.withLock { $0.removeFirst() } })
    let peers = [try served.connect(), try served.connect()]
    let other = try served.connect()
    for index in 0..<3 { served.opened.entries[index].holdLittle() }
    _ = served.told.take()

    peers[0].send(.fill(200_000))
    #expect(served.eventsOfTurn() == [])
    peers[1].send(.fill(200_000))
    other.send(.echo)

    let reason = "the connections of its user have more than 100000 bytes waiting"
    #expect(served.eventsOfTurn() == ["closed 2: \(reason)"])
    #expect(other.receive() == [.echoReply])

    var count = 0
    while count < 200_000 {
      count += peers[0].receiveBytes().count
      served.takeTurn()
    }
    peers[0].send(.echo)
    served.takeTurn()
    #expect(peers[0].receive() == [.echoReply])
  }

  @Test func `the last connections are for root and privileged users`() throws {
    let users = Mutex<[uid_t]>([7, 8, 9, 10, 11, 12, 13, 14, 0, 5])
    var limits = WireLimits()
    limits.connections = 9
    let loop = try EventLoop()
    let server = VarlinkServer(
      TestInterface().service(),
      on: loop,
      limits: limits,
      events: ServerEvents(isPrivileged: { $0 == 14 }),
      calls: .of { users.withLock { $0.removeFirst() } },
      pause: .seconds(1)
    )
    var peers: [RawPeer] = []
    func connect() throws {
      let (near, far) = try RawPeer.pair()
      try server.adopt(Descriptor(owning: near))
      peers.append(far)
    }

    for _ in 7...13 { try connect() }
    try connect()
    try connect()
    #expect(throws: VarlinkError.tooManyConnections(limit: 8)) { try connect() }

    #expect(server.connectionCount == 9)
  }
}

/// Descriptors that peers pass: their last close may wait for as long as the peer likes.
///
/// Tests with such a descriptor have a process of their own: in this one, a program that another test starts has a copy until it runs, so
/// that a close here would not be the last one, and the one there would wait.
@Suite(.timeLimit(.minutes(2))) struct PassedDescriptorTests {
  /// A kernel before Linux 6.16.
  fileprivate static var olderKernel: SocketSystemCalls {
    var calls = SocketSystemCalls.kernel
    calls.refuseDescriptors = { _ in false }
    return calls
  }

  @Test func `a peer that passes a descriptor is disconnected, and the loop does not wait for its close`() async {
    await #expect(processExitsWith: .success) {
      let served = try Served(calls: PassedDescriptorTests.olderKernel)
      let peer = try served.connect()
      let lingering = try LingeringSocket()

      try peer.pass(lingering.take(), with: Array(String.echo.utf8) + [0])
      let events = served.eventsOfTurn()

      #expect(events == ["opened 1", "closed 1: cannot read 'message': descriptors were passed with it"])
      #expect(peer.isAtEnd)
      withExtendedLifetime(lingering) {}
    }
  }

  @Test func `a descriptor that was passed before the connection was accepted is not closed on the loop`() async {
    await #expect(processExitsWith: .success) {
      let served = try Served(calls: .kernel)
      let (near, peer) = try RawPeer.pair()
      let lingering = try LingeringSocket()
      try peer.pass(lingering.take(), with: Array(String.echo.utf8) + [0])

      try served.server.adopt(Descriptor(owning: near))
      let events = served.eventsOfTurn()

      #expect(events == ["opened 1", "closed 1: cannot read 'message': descriptors were passed with it"])
      withExtendedLifetime(lingering) {}
    }
  }

  @Test func `the loop does not wait for a descriptor that was never received`() async {
    await #expect(processExitsWith: .success) {
      let served = try Served(calls: PassedDescriptorTests.olderKernel)
      let peer = try served.connect()
      let lingering = try LingeringSocket()
      peer.send(.call("Keep"))
      served.takeTurn()
      try peer.pass(lingering.take(), with: [65])

      served.opened.entries.first?.close()
      let events = served.eventsOfTurn()

      #expect(events == ["opened 1", "closed 1: this side has closed the connection"])
      #expect(peer.isAtEnd)
      withExtendedLifetime(lingering) {}
    }
  }

  @Test func `a connection counts until its descriptors are closed`() async {
    await #expect(processExitsWith: .success) {
      var limits = WireLimits()
      limits.connectionsPerUser = 1
      var calls = PassedDescriptorTests.olderKernel
      calls.identify = { _ in PeerCredentials(process: 1, user: 7, group: 1) }
      let served = try Served(limits: limits, calls: calls)
      let lingering = try LingeringSocket()
      try served.connect().pass(lingering.take(), with: [65])
      served.takeTurn()

      #expect(throws: VarlinkError.tooManyConnectionsOfUser(7, limit: 1)) { try served.connect() }
      lingering.letGo()
      while (try? served.connect()) == nil { served.takeTurn() }
    }
  }

  @Test func `a connection that is refused at a limit is not closed on the loop, and so are no more than a few`() async
  {
    await #expect(processExitsWith: .success) {
      var limits = WireLimits()
      limits.connectionsPerUser = 1
      var calls = PassedDescriptorTests.olderKernel
      calls.identify = { _ in PeerCredentials(process: 1, user: 7, group: 1) }
      let served = try Served(limits: limits, calls: calls, pause: .milliseconds(1))
      let place = try SocketPlace()
      try served.server.listen(at: place.path)
      let first = try served.connect()
      let lingering = try LingeringSocket()
      let peers = try (1...200).map { _ in try RawPeer(connectingTo: place.path) }
      try peers[0].pass(lingering.take(), with: [65])
      for peer in peers.dropFirst() { peer.send(bytes: [65]) }

      for _ in 1...50 { served.takeTurn() }
      #expect((64...80).contains(peers.count { $0.isAtEnd }))

      lingering.letGo()
      while !peers.allSatisfy(\.isAtEnd) { served.takeTurn() }
      first.send(.echo)
      served.takeTurn()
      #expect(first.receive() == [.echoReply])
    }
  }

  @Test func `a kernel that can refuses descriptors for its peers`() throws {
    let served = try Served()
    try expectRefusal(of: try served.connect(), by: served)
  }

  @Test(arguments: [SocketSystemCalls.kernel, olderKernel])
  func `descriptors are refused also before the connection is accepted`(calls: SocketSystemCalls) throws {
    let served = try Served(calls: calls)
    let place = try SocketPlace()
    try served.server.listen(at: place.path)
    try expectRefusal(of: try RawPeer(connectingTo: place.path), by: served)
  }

  private func expectRefusal(of peer: RawPeer, by served: Served) throws {
    let refusal = #expect(throws: SystemError.self) {
      try peer.pass(Descriptor(opening: "/dev/null", O_RDONLY), with: Array(String.echo.utf8) + [0])
      // Before Linux 6.16 the connection ends instead, at the latest in the turn after that in which it was accepted.
      let events = served.eventsOfTurn() + served.eventsOfTurn()
      if events.contains(where: { $0.hasSuffix("descriptors were passed with it") }) {
        throw SystemError("pass", "descriptor", ErrorCode(rawValue: EPERM))
      }
    }

    #expect(refusal?.code.rawValue == EPERM)
  }
}

/// A TCP socket with bytes that its peer does not read: its last close waits for a minute and more.
private final class LingeringSocket {
  private var near: Descriptor?
  private var far: Descriptor?

  init() throws {
    let listener = Descriptor(
      owning: try systemCall("create", "socket") { socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) }
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let near = Descriptor(owning: try systemCall("create", "socket") { socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) })
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try systemCall("bind", "socket") { bind(listener.number, pointer, length) }
        try systemCall("listen on", "socket") { listen(listener.number, 1) }
        try systemCall("name", "socket") { getsockname(listener.number, pointer, &length) }
        try systemCall("connect", "socket") { connect(near.number, pointer, length) }
      }
    }
    far = Descriptor(owning: try systemCall("accept on", "socket") { accept(listener.number, nil, nil) })
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    while Glibc.send(near.number, bytes, bytes.count, CInt(MSG_DONTWAIT)) > 0 {}
    var linger = linger(l_onoff: 1, l_linger: 120)
    try systemCall("configure", "socket") {
      setsockopt(near.number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
    self.near = consume near
  }

  func take() throws -> Descriptor {
    guard let near = near.take() else { throw SystemError("take", "socket", ErrorCode(rawValue: EBADF)) }
    return near
  }

  /// Resets the connection, which ends the wait of a close.
  func letGo() { far = nil }
}

extension RawPeer {
  /// Passes a descriptor with bytes, and closes it here.
  fileprivate func pass(_ descriptor: consuming Descriptor, with bytes: [UInt8]) throws {
    var bytes = bytes
    var attached = AttachedDescriptor(number: descriptor.number)
    let count = bytes.withUnsafeMutableBytes { bytes in
      withMessage(bytes, with: &attached) { sendmsg(number, $0, CInt(MSG_NOSIGNAL)) }
    }
    guard count >= 0 else { throw SystemError("pass", "descriptor", ErrorCode(rawValue: errno)) }
  }
}

/// A control message with one descriptor, as CMSG_DATA has it on 64-bit systems.
private struct AttachedDescriptor {
  var length = 20
  var level = SOL_SOCKET
  var type = CInt(SCM_RIGHTS)
  var number: CInt
  var padding: CInt = 0
}

extension Connection {
  /// Makes the socket take little before it is full.
  fileprivate nonisolated func holdLittle() {
    var size: CInt = 4096
    guard let socket = try? duplicate() else { return }
    setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
  }
}

extension String {
  fileprivate static func fill(_ bytes: Int) -> String { .call("Fill", parameters: #"{"bytes":\#(bytes)}"#) }
}
