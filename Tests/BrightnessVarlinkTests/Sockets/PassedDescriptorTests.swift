import BrightnessEventLoop
import Glibc
import Testing

@testable import BrightnessVarlink

/// Descriptors that peers pass: their last close may wait for as long as the peer likes.
///
/// Tests with such a descriptor have a process of their own: in this one, a program that another
/// test starts has a copy until it runs, so that a close here would not be the last one, and the
/// one there would wait.
@Suite(.timeLimit(.minutes(10))) struct PassedDescriptorTests {
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

  @Test func `a client drops a descriptor that a service passes, and reads the reply`() throws {
    let loop = try EventLoop()
    let (near, service) = try RawPeer.pair()
    let client = try VarlinkClient(owning: Descriptor(owning: near), on: loop)
    let replies = Log(of: JSONObject?.self)
    client.call("a.B", NoFields(), wantsMore: false) { [replies] in replies.write(try? $0.get().parameters) }

    try service.pass(Descriptor(opening: "/dev/null", O_RDONLY), with: Array("{}".utf8) + [0])
    loop.takeTurn()

    #expect(replies.take() == [[:]])
    withExtendedLifetime(client) {}
  }

  @Test func `a connection counts until its descriptors are closed`() throws {
    let closing = Closing()
    let served = try Served.olderKernel(users: Array(repeating: 7, count: 1 << 16), closing)
    try served.connect().pass(Descriptor(opening: "/dev/null", O_RDONLY), with: [65])
    served.takeTurn()

    #expect(throws: VarlinkError.tooManyConnectionsOfUser(7, limit: 1)) { try served.connect() }
    closing.finish()
    while served.server.unclosedCount > 0 { served.takeTurn() }
    _ = try served.connect()
  }

  @Test func `refused connections of a user with descriptors that linger keep no other user out`() async {
    await #expect(processExitsWith: .success) {
      let served = try Served.olderKernel(users: Array(repeating: 7, count: 81) + [8])
      let first = try served.connect()
      let place = try SocketPlace()
      try served.server.listen(at: place.path)
      let lingering = try (1...80).map { _ in try LingeringSocket() }
      let refused = try lingering.map { lingering in
        let peer = try RawPeer(connectingTo: place.path)
        try peer.pass(lingering.take(), with: [65])
        return peer
      }
      let other = try RawPeer(connectingTo: place.path)
      other.send(.echo)

      // Sixteen are accepted in a turn.
      for _ in 1...7 { served.takeTurn() }
      #expect(other.receive() == [.echoReply])
      #expect(refused.count { $0.isAtEnd } == 80)

      while served.server.unclosedCount > 0 { served.takeTurn() }
      first.send(.echo)
      served.takeTurn()
      #expect(first.receive() == [.echoReply])
      withExtendedLifetime(lingering) {}
    }
  }

  @Test func `bytes without descriptors in a refused connection are no reason to wait for its close`() throws {
    let served = try Served.olderKernel(users: Array(repeating: 7, count: 101) + [8])
    let first = try served.connect()
    let place = try SocketPlace()
    try served.server.listen(at: place.path)
    let peers = try (1...100).map { _ in try RawPeer(connectingTo: place.path) }
    for peer in peers { peer.send(bytes: Array(repeating: 65, count: 100_000)) }
    let other = try RawPeer(connectingTo: place.path)
    other.send(.echo)

    for _ in 1...8 {
      served.takeTurn()
      #expect(served.server.unclosedCount == 0)
    }

    #expect(peers.count { $0.isAtEnd } == 100)
    #expect(other.receive() == [.echoReply])
    withExtendedLifetime(first) {}
  }

  @Test func `a close that waits for ever keeps nothing but its user's connections, up to a limit of all`() throws {
    let users: [uid_t] = Array(repeating: 7, count: 6) + [8] + Array(repeating: 7, count: 20) + [9]
    let closing = Closing()
    let served = try Served.olderKernel(connections: 8, users: users, closing)
    let first = try served.connect()
    let place = try SocketPlace()
    try served.server.listen(at: place.path)
    func connect() throws -> RawPeer { try RawPeer(connectingTo: place.path) }
    func refused(_ count: Int) throws -> [RawPeer] {
      try (1...count).map { _ in
        let peer = try connect()
        try peer.pass(Descriptor(opening: "/dev/null", O_RDONLY), with: [65])
        return peer
      }
    }

    let some = try refused(5)
    let other = try connect()
    other.send(.echo)
    for _ in 1...2 { served.takeTurn() }
    #expect(other.receive() == [.echoReply])
    #expect(served.server.unclosedCount == 5)

    let many = try refused(20)
    let last = try connect()
    last.send(.echo)
    for _ in 1...4 { served.takeTurn() }
    // Sixteen more before it was looked at.
    #expect(served.server.unclosedCount == 21)
    #expect(last.receive() == [])

    closing.finish()
    while served.server.connectionCount < 3 { served.takeTurn() }
    served.takeTurn()
    #expect(last.receive() == [.echoReply])
    withExtendedLifetime((first, some, many)) {}
  }

  @Test func `a kernel that can refuses descriptors for its peers`() throws {
    let served = try Served()
    try expectRefusal(of: try served.connect(), by: served)
  }

  @Test(arguments: [SocketSystemCalls.kernel, olderKernel])
  func `descriptors are refused also before the connection is accepted`(calls: SocketSystemCalls) throws {
    let (served, place) = try Served.listening(calls: calls)
    try expectRefusal(of: try RawPeer(connectingTo: place.path), by: served)
  }

  private func expectRefusal(of peer: RawPeer, by served: Served) throws {
    let refusal = #expect(throws: SystemError.self) {
      try peer.pass(Descriptor(opening: "/dev/null", O_RDONLY), with: Array(String.echo.utf8) + [0])
      // Before Linux 6.16 the connection ends instead, at the latest in the turn after that in
      // which it was accepted.
      let events = served.eventsOfTurn() + served.eventsOfTurn()
      if events.contains(where: { $0.hasSuffix("descriptors were passed with it") }) {
        throw SystemError("pass", "descriptor", ErrorCode(rawValue: EPERM))
      }
    }

    #expect(refusal?.code.rawValue == EPERM)
  }
}

extension Served {
  /// A server on a kernel before Linux 6.16, with the users of its connections in order, each of
  /// whom may have one.
  fileprivate static func olderKernel(
    connections: Int = 1024,
    users: [uid_t],
    _ closing: Closing? = nil
  ) throws -> Served {
    var calls = SocketSystemCalls.of(users)
    calls.refuseDescriptors = { _ in false }
    if let closing { calls.closeForeign = { closing.close($0) } }
    let limits = WireLimits.with {
      $0.connections = connections
      $0.connectionsPerUser = 1
    }
    return try Served(limits: limits, calls: calls)
  }
}

/// Closes that wait until the test lets them finish.
private final class Closing: Sendable {
  private let gate = Semaphore()

  func close(_ numbers: [CInt]) {
    _ = gate.wait(atMost: .seconds(3600))
    for number in numbers { _ = Descriptor(owning: number) }
    gate.signal()
  }

  func finish() {
    gate.signal()
  }
}

/// A TCP socket with bytes that its peer does not read: its last close waits for a minute and more.
private final class LingeringSocket {
  private var near: Descriptor?
  private let far: Descriptor

  init() throws {
    let listener = Descriptor(
      owning: try systemCall("create", "socket") { socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) }
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let near = Descriptor(owning: try systemCall("create", "socket") { socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) })
    var size: CInt = 4096
    for (socket, buffer) in [(listener.number, SO_RCVBUF), (near.number, SO_SNDBUF)] {
      setsockopt(socket, SOL_SOCKET, buffer, &size, socklen_t(MemoryLayout<CInt>.size))
    }
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
