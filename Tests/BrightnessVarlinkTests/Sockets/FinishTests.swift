import BrightnessEventLoop
import Synchronization
import Testing

@testable import BrightnessVarlink

/// A connection that its server ends once all calls on it are answered.
@Suite struct FinishTests {
  private let served: Served
  private let peer: RawPeer
  private let connection: Connection

  init() throws {
    (served, peer, connection) = try Self.connected()
  }

  private static func connected(_ limits: WireLimits = WireLimits()) throws -> (Served, RawPeer, Connection) {
    let served = try Served(limits: limits)
    let peer = try served.connect()
    _ = served.log.take()
    return (served, peer, try #require(served.opened.take().first))
  }

  @Test func `a connection without a call ends at once`() {
    connection.finish()

    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
    #expect(peer.isAtEnd)
  }

  @Test func `a call under way is answered first, and so are those that have arrived behind it`() throws {
    peer.send(.call("Keep"), .echo)
    served.takeTurn()
    peer.send(.echo)

    connection.finish()
    peer.send(.call("Nothing"))
    #expect(served.eventsOfTurn() == [])
    served.interface.takeCall()?.reply()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
    #expect(peer.receive() == [.nothingReply, .echoReply, .echoReply])
    #expect(peer.isAtEnd)
  }

  @Test func `half a call is dropped`() {
    peer.send(bytes: Array(String.echo.utf8))

    connection.finish()

    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
    #expect(peer.receive() == [])
  }

  @Test func `a last reply that is larger than the socket's buffer is sent whole`() throws {
    connection.holdLittle()
    peer.send(.fill(60_000))
    served.takeTurn()

    connection.finish()
    var count = 0
    for _ in 0..<100 {
      served.takeTurn()
      count += peer.receiveBytes().count
    }

    #expect(count == #"{"parameters":{"text":""}}"#.utf8.count + 60_000 + 1)
    #expect(served.log.take() == ["closed 1: this side has closed the connection"])
    #expect(served.loop.timerCount == 0)
  }

  @Test func `a peer that does not read the last reply in time is disconnected`() throws {
    let (served, peer, connection) = try Self.connected(.with { $0.readingTime = .zero })
    connection.holdLittle()
    peer.send(.fill(60_000))
    served.takeTurn()

    connection.finish()
    for _ in 0..<4 { served.takeTurn() }

    #expect(served.log.take() == ["closed 1: the peer did not read a reply within 0.0 seconds"])
    #expect(served.loop.timerCount == 0)
  }

  @Test func `finishing twice is finishing once`() {
    connection.finish()
    connection.finish()

    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
  }
}

/// A call behind one that is being answered.
@Suite struct NextCallTests {
  private let served: Served
  private let peer: RawPeer
  private let call: Call
  private let count = Count()

  init() throws {
    (served, peer) = try Served.connected()
    peer.send(.call("Keep", #","more":true"#))
    served.takeTurn()
    call = try #require(served.interface.takeCall())
  }

  @Test func `the next call is reported once, when it is complete`() {
    call.connection.whenNextCallArrives { [count] in count.add() }

    let next = Array(String.echo.utf8) + [0]
    peer.send(bytes: next.dropLast())
    served.takeTurn()
    #expect(count.value == 0)

    peer.send(bytes: next.suffix(1))
    served.takeTurn()
    peer.send(.echo)
    served.takeTurn()
    #expect(count.value == 1)

    call.reply()
    for _ in 0..<3 { served.takeTurn() }
    #expect(peer.receive() == [.nothingReply, .echoReply, .echoReply])
  }

  @Test func `a next call that came before anybody asked is reported`() {
    peer.send(.echo)
    served.takeTurn()

    call.connection.whenNextCallArrives { [count] in count.add() }
    served.takeTurn()

    #expect(count.value == 1)
    call.reply()
  }

  @Test func `the next call is not reported if the first one is answered just before`() {
    peer.send(.call("Keep"), .echo)
    served.takeTurn()

    call.connection.whenNextCallArrives { [count] in count.add() }
    call.reply()
    served.takeTurn()

    #expect(count.value == 0)
    served.interface.takeCall()?.reply()
  }

  @Test func `the next call is not reported once the first one is answered`() {
    call.connection.whenNextCallArrives { [count] in count.add() }
    call.reply()

    peer.send(.call("Keep"), .echo)
    served.takeTurn()

    #expect(count.value == 0)
    served.interface.takeCall()?.reply()
  }
}

/// Counts on any thread.
private final class Count: Sendable {
  private let stored = Mutex(0)

  var value: Int { stored.withLock { $0 } }

  func add() { stored.withLock { $0 += 1 } }
}
