@testable import Varlink

import EventLoop
import Testing

@Suite struct EndedConnectionsTests {
  @Test func `the socket of one that ends is closed in the same turn`() throws {
    let served = try Served()
    let peer = try served.connect()

    peer.close()
    served.takeTurn()

    #expect(served.loop.watchCount == 0)
  }

  @Test func `when many end at once, their sockets are closed when nobody ends any more, some in each turn`() throws {
    let served = try Served()
    let peers = try (0..<40).map { _ in try served.connect() }
    let others = try (0..<20).map { _ in try served.connect() }

    for peer in peers { peer.close() }
    let afterMany = served.countAfterTurn()
    for peer in others { peer.close() }
    let afterManyMore = served.countAfterTurn()
    let afterwards = (0..<4).map { _ in served.countAfterTurn() }

    #expect([afterMany, afterManyMore] == [60, 60])
    #expect(afterwards == [44, 28, 12, 0])
  }

  @Test func `they are told of, and their places are free, before that`() throws {
    var limits = WireLimits()
    limits.connections = 20
    let served = try Served(limits: limits)
    let peers = try (0..<20).map { _ in try served.connect() }
    _ = served.told.take()

    for peer in peers { peer.close() }

    #expect(served.eventsOfTurn().count == 20)
    #expect(served.server.connectionCount == 0)
    #expect(served.loop.watchCount == 20)
  }

  @Test func `no more sockets are open than there may be`() throws {
    var limits = WireLimits()
    limits.connections = 20
    let served = try Served(limits: limits)
    let first = try (0..<20).map { _ in try served.connect() }
    for peer in first { peer.close() }
    served.takeTurn()
    let second = try (0..<20).map { _ in try served.connect() }

    for peer in second.prefix(16) { peer.close() }

    // 16 of them end, which are many: of the 36 that wait, as many are closed as four that are open leave no place for.
    #expect(served.countAfterTurn() == 20)
    withExtendedLifetime(second) {}
  }

  @Test func `a peer that waits for the end sees it at once`() throws {
    let served = try Served()
    let peers = try (0..<40).map { _ in try served.connect() }

    for peer in peers { peer.shutDownWriting() }
    served.takeTurn()

    #expect(served.loop.watchCount == 40)
    #expect(peers.count { $0.isAtEnd } == 40)
  }
}

extension Served {
  /// How many sockets are open when one more turn is over.
  fileprivate func countAfterTurn() -> Int {
    takeTurn()
    return loop.watchCount
  }
}
