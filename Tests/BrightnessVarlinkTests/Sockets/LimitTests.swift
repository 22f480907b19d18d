import Guarantees
@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc
import Testing

@Suite(.tags(.limits)) struct LimitTests {
  @Test func `a connection beyond the limit is closed`() throws {
    let (served, place) = try Served.listening(limits: .with { $0.connections = 2 })

    let peers = try (0..<3).map { _ in try RawPeer(connectingTo: place.path) }

    #expect(served.eventsOfTurn() == ["opened 1", "opened 2", "cannot accept 'connection': 2 are open"])
    #expect(peers.map(\.isAtEnd) == [false, false, true])
  }

  @Test func `a connection is accepted after another one ended`() throws {
    let served = try Served(limits: .with { $0.connections = 1 })
    try served.connect().close()
    served.takeTurn()

    _ = try served.connect()

    #expect(served.log.take() == ["opened 1", "closed 1: the peer has finished", "opened 2"])
  }

  @Test func `a user has no more connections than the limit, and other users still connect`() throws {
    let served = try Served(limits: .with { $0.connectionsPerUser = 2 }, calls: .of([7, 7, 7, 8]))

    let peers = try (0..<2).map { _ in try served.connect() }
    #expect(throws: VarlinkError.tooManyConnectionsOfUser(7, limit: 2)) { try served.connect() }
    let other = try served.connect()

    #expect(served.server.connectionCount == 3)
    withExtendedLifetime((peers, other)) {}
  }

  @Test func `a user may connect again after one of its connections ended`() throws {
    let served = try Served(limits: .with { $0.connectionsPerUser = 1 }, calls: .of([7, 7, 7]))

    for _ in 0..<3 {
      try served.connect().close()
      served.takeTurn()
    }

    #expect(served.log.take().count == 6)
  }

  @Test func `only the total limit applies to root`() throws {
    let limits = WireLimits.with {
      $0.connections = 3
      $0.connectionsPerUser = 1
    }
    let served = try Served(limits: limits, calls: .of([0, 0, 0, 0]))

    let peers = try (0..<3).map { _ in try served.connect() }
    #expect(throws: VarlinkError.tooManyConnections(limit: 3)) { try served.connect() }

    withExtendedLifetime(peers) {}
  }

  @Test func `no user but root is privileged unless the program says so`() {
    #expect(!ServerEvents().isPrivileged(7))
  }

  @Test func `a peer without credentials is closed and not counted`() throws {
    var calls = SocketSystemCalls.kernel
    calls.identify = { (_) throws(SystemError) in throw SystemError("identify", "peer", ErrorCode(rawValue: EINVAL)) }
    let (served, place) = try Served.listening(calls: calls)

    let peer = try RawPeer(connectingTo: place.path)

    #expect(served.eventsOfTurn() == ["cannot identify 'peer': invalid argument"])
    #expect(peer.isAtEnd)
    #expect(served.server.connectionCount == 0)
  }
}
