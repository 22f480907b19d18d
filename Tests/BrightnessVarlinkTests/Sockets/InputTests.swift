@testable import BrightnessVarlink

import Glibc
import Testing

@Suite struct InputTests {
  private let bytesPerTurn = WireStream.readsPerTurn * WireStream.bytesPerRead

  @Test func `a call is answered when it arrives together with any part of the next one`() throws {
    let bytes = Array(String.echo.utf8) + [0]
    for cut in 1..<bytes.count {
      let (served, peer) = try Served.connected()

      peer.send(bytes: bytes + bytes[..<cut])
      served.takeTurn()
      peer.send(bytes: bytes[cut...])
      served.takeTurn()

      #expect(peer.receive() == [.echoReply, .echoReply], "cut at \(cut)")
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

  @Test func `many calls that arrive at once are all answered`() throws {
    let (served, peer) = try Served.connected()

    for _ in 0..<100 { peer.send(.echo) }
    var replies: [String] = []
    for _ in 0..<100 {
      served.takeTurn()
      replies += peer.receive()
    }

    #expect(replies == Array(repeating: .echoReply, count: 100))
  }

  @Test func `a peer that floods does not starve others`() throws {
    let (served, flood) = try Served.connected()
    let other = try served.connect()

    let call = Array(String.call("Nothing").utf8) + [0]
    let sent = flood.send(bytes: Array(repeating: call, count: 1000).flatMap(\.self))
    other.send(.echo)
    served.takeTurn()

    #expect(other.receive() == [.echoReply])
    #expect(sent > 2 * bytesPerTurn)
    #expect(1...(bytesPerTurn / call.count) ~= flood.receive().count)
  }

  @Test func `a stream that ends between messages is finished`() throws {
    let (served, peer) = try Served.connected()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has finished"])
    #expect(served.server.connectionCount == 0)
  }

  @Test func `a stream that ends within a message is a violation`() throws {
    let (served, peer) = try Served.connected()

    peer.send(bytes: "{".utf8)
    peer.shutDownWriting()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': the stream ended inside it"])
    #expect(peer.isAtEnd)
  }

  @Test func `a peer that stopped writing gets its replies`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.echo)
    peer.shutDownWriting()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has finished"])
    #expect(peer.receive() == [.echoReply])
    #expect(peer.isAtEnd)
  }

  @Test func `a peer that stopped writing may wait for its reply`() throws {
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
  func `a peer that disconnects while it waits ends the connection with hungUp`(_ isReadingOver: Bool) throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep", #","more":true"#), .echo)
    if isReadingOver { peer.shutDownWriting() }
    served.takeTurn()
    served.takeTurn()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has hung up"])
  }

  @Test func `calls before a disconnect are handled`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep", #","oneway":true"#))
    peer.close()
    served.takeTurn()

    #expect(served.interface.calls.map(\.method) == ["org.example.Test.Keep"])
    served.interface.takeCall()?.reply()
  }

  @Test func `a peer that disconnects with an unread reply ends the connection with reset`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.echo)
    served.takeTurn()

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has reset the connection"])
  }

  @Test func `a message of the maximum length is read, and a longer one is refused`() throws {
    let limit = String.echo.utf8.count
    let (served, peer) = try Served.connected(limits: .with { $0.messageBytes = limit })

    peer.send(.echo, .echo + " ")

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': it is longer than \(limit) bytes"])
    #expect(peer.receive() == [.echoReply])
  }

  @Test func `a message without an end is refused at the limit`() throws {
    let (served, peer) = try Served.connected()
    let piece = Array(repeating: UInt8(ascii: " "), count: bytesPerTurn)

    for _ in 0..<4 {
      peer.send(bytes: piece)
      #expect(served.eventsOfTurn() == [])
    }
    peer.send(bytes: piece)

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': it is longer than 65536 bytes"])
  }

  @Test func `input of a waiting peer stays in the kernel beyond the limit`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep"))
    let message = Array(String.call("Nothing").utf8) + [0]
    let piece = Array(repeating: message, count: 200).flatMap(\.self)

    var sent = 0
    for _ in 0..<1000 {
      sent += peer.send(bytes: piece)
      served.takeTurn()
    }
    let held = try #require(served.opened.entries.first).bufferedBytes

    #expect(sent < 1_000_000)
    #expect(held > 0 && held <= 65536 + bytesPerTurn)
    served.interface.takeCall()?.reply()
  }
}
