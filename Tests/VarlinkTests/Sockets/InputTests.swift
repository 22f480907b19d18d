@testable import Varlink

import Glibc
import Testing

@Suite struct InputTests {
  @Test func `a call may come in two pieces, wherever it is cut`() throws {
    let bytes = Array(String.echo.utf8) + [0]
    for cut in 1..<bytes.count {
      let (served, peer) = try Served.connected()

      peer.send(bytes: bytes[..<cut])
      served.takeTurn()
      peer.send(bytes: bytes[cut...])
      served.takeTurn()

      #expect(peer.receive() == [.echoReply], "cut at \(cut)")
    }
  }

  @Test func `calls may come byte by byte`() throws {
    let (served, peer) = try Served.connected()

    for byte in Array(String.echo.utf8) + [0] + Array(String.call("Nothing").utf8) + [0] {
      peer.send(bytes: [byte])
      served.takeTurn()
    }

    #expect(peer.receive() == [.echoReply, .nothingReply])
  }

  @Test func `many calls that come at once are all answered`() throws {
    let (served, peer) = try Served.connected()

    for _ in 0..<100 { peer.send(.echo) }
    for _ in 0..<4 { served.takeTurn() }

    #expect(peer.receive() == Array(repeating: .echoReply, count: 100))
  }

  @Test func `a peer that floods gets its share of a turn, and others theirs`() throws {
    let (served, flood) = try Served.connected()
    let other = try served.connect()

    for _ in 0..<1000 { flood.send(.call("Nothing")) }
    other.send(.echo)
    served.takeTurn()

    #expect(other.receive() == [.echoReply])
    #expect(flood.receive().count < 500)
  }

  @Test func `a stream that ends between messages is finished`() throws {
    let (served, peer) = try Served.connected()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has finished"])
    #expect(served.server.connectionCount == 0)
  }

  @Test func `a stream that ends inside a message is a fault`() throws {
    let (served, peer) = try Served.connected()

    peer.send(bytes: "{".utf8)
    peer.shutDownWriting()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': the stream ended inside it"])
    #expect(peer.isAtEnd)
  }

  @Test func `a peer that only listens any more is answered first`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.echo)
    peer.shutDownWriting()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has finished"])
    #expect(peer.receive() == [.echoReply])
    #expect(peer.isAtEnd)
  }

  @Test func `a peer that only listens any more may wait for its answer`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep"), .echo)
    peer.shutDownWriting()
    #expect(served.eventsOfTurn() == [])
    served.interface.takeCall()?.reply()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has finished"])
    #expect(peer.receive() == [.nothingReply, .echoReply])
    #expect(peer.isAtEnd)
  }

  @Test(arguments: [false, true])
  func `a peer that goes while it waits has hung up`(_ isReadingOver: Bool) throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep", #","more":true"#), .echo)
    if isReadingOver { peer.shutDownWriting() }
    served.takeTurn()
    served.takeTurn()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has hung up"])
  }

  @Test func `what a peer said before it went is done`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep", #","oneway":true"#))
    peer.close()
    served.takeTurn()

    #expect(served.interface.calls.map(\.method) == ["org.example.Test.Keep"])
    served.interface.takeCall()?.reply()
  }

  @Test func `a peer that goes with a reply unread has reset the connection`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.echo)
    served.takeTurn()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has reset the connection"])
  }

  @Test func `a message as long as the limit is read, and no longer one`() throws {
    var limits = WireLimits()
    limits.messageBytes = String.echo.utf8.count
    let (served, peer) = try Served.connected(limits: limits)

    peer.send(.echo, .echo + " ")

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': it is longer than \(limits.messageBytes) bytes"])
    #expect(peer.receive() == [.echoReply])
  }

  @Test func `a message without an end is given up at the limit`() throws {
    let (served, peer) = try Served.connected()
    let piece = Array(repeating: UInt8(ascii: " "), count: WireStream.bytesPerTurn)

    for _ in 0..<4 {
      peer.send(bytes: piece)
      #expect(served.eventsOfTurn() == [])
    }
    peer.send(bytes: piece)

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': it is longer than 65536 bytes"])
  }

  @Test func `a peer that sends while it waits is left to the kernel at the limit`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep"))
    let message = Array(String.call("Nothing").utf8) + [0]
    let piece = Array(repeating: message, count: 200).flatMap(\.self)

    var sent = 0
    for _ in 0..<1000 {
      sent += peer.send(bytes: piece)
      served.takeTurn()
    }
    let held = try #require(served.opened.entries.first).assumeIsolated { $0.stream?.input.count }

    #expect(sent < 1_000_000)
    #expect(try #require(held) <= 65536 + WireStream.bytesPerTurn)
    served.interface.takeCall()?.reply()
  }
}
