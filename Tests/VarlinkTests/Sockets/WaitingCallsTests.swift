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

    #expect(served.log.take() == [])
  }

  @Test func `bytes that wait are limited over all connections of a user, and other users are not concerned`() throws {
    let users = Mutex<[uid_t]>([7, 7, 8])
    var limits = WireLimits()
    limits.userBytes = 100_000
    let served = try Served(limits: limits, calls: .of { users.withLock { $0.removeFirst() } })
    let peers = [try served.connect(), try served.connect()]
    let other = try served.connect()
    for index in 0..<3 { served.opened.entries[index].holdLittle() }
    _ = served.log.take()

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
