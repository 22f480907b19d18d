import BrightnessEventLoop
import Glibc
import Testing

@testable import BrightnessVarlink

@Suite struct WaitingCallsTests {
  @Test func `a call of another user is served in the turn in which a user floods`() throws {
    let served = try Served(calls: .of([7, 7, 8]))
    let floods = [try served.connect(), try served.connect()]
    let peer = try served.connect()

    for flood in floods { flood.send(bytes: Array(repeating: Array(String.echo.utf8) + [0], count: 2000).joined()) }
    peer.send(.echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
  }

  @Test func `one reply may be larger than what a peer may leave unread`() throws {
    let (served, peer) = try Served.connected(limits: .with { $0.outputBytes = 1000 })

    peer.send(.fill(500_000))
    var count = 0
    while count < 500_000 {
      served.takeTurn()
      count += peer.receiveBytes().count
    }

    #expect(served.log.take() == [])
  }

  @Test func `bytes that wait are limited over all connections of a user, and other users are not concerned`() throws {
    let served = try Served(limits: .with { $0.userBytes = 100_000 }, calls: .of([7, 7, 8]))
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
    let calls = SocketSystemCalls.of([7, 8, 9, 10, 11, 12, 13, 14, 0, 5])
    let served = try Served(limits: .with { $0.connections = 9 }, calls: calls) { $0 == 14 }

    let peers = try (7...15).map { _ in try served.connect() }
    #expect(throws: VarlinkError.tooManyConnections(limit: 8)) { try served.connect() }

    #expect(served.server.connectionCount == 9)
    withExtendedLifetime(peers) {}
  }
}
