import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Testing

@Suite struct OutputTests {
  @Test func `a reply larger than the socket buffer is sent in parts`() throws {
    let (served, peer) = try Served.connected()
    peer.holdLittle(served)

    peer.send(.fill(60_000), .echo)
    served.takeTurn()
    var received = peer.receiveBytes()
    let first = received.count
    for _ in 0..<100 {
      served.takeTurn()
      received += peer.receiveBytes()
    }

    #expect(first < 60_000)
    #expect(received.count == #"{"parameters":{"text":""}}"#.utf8.count + 60_000 + 1 + String.echoReply.utf8.count + 1)
    #expect(received.suffix(String.echoReply.utf8.count + 1) == Array(String.echoReply.utf8) + [0])
    #expect(served.log.take() == [])
  }

  @Test func `a peer that leaves more than the limit unread is disconnected`() throws {
    let (served, peer) = try Served.connected(limits: .with { $0.outputBytes = 100_000 })
    let other = try served.connect()
    peer.holdLittle(served)
    _ = served.log.take()

    peer.send(.fill(60_000))
    #expect(served.eventsOfTurn() == [])
    peer.send(.fill(60_000))
    other.send(.echo)

    #expect(served.eventsOfTurn() == ["closed 1: the peer left more than 100000 bytes unread"])
    served.takeTurn()
    #expect(other.receive() == [.echoReply])
  }

  @Test func `a call with several replies ends when its reader is too slow`() throws {
    let (served, peer) = try Served.connected()
    peer.holdLittle(served)
    peer.send(.call("Keep", #","more":true"#))
    served.takeTurn()
    let call = try #require(served.interface.takeCall())

    for _ in 0..<10 { call.replyContinuing(Word(text: String(repeating: "x", count: 60_000))) }

    #expect(served.eventsOfTurn() == ["closed 1: the peer left more than 262144 bytes unread"])
    call.reply()
  }

  @Test func `a list is continued when its reader has read the last part, and later calls wait`() throws {
    let (served, peer) = try Served.connected()
    peer.holdLittle(served)
    peer.send(.call("Pages", #","more":true"#), .echo)
    for _ in 0..<5 { served.takeTurn() }
    #expect(served.interface.pageCount == 1)

    var received: [UInt8] = []
    for _ in 0..<1000 {
      received += peer.receiveBytes()
      served.takeTurn()
    }

    let messages = received.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(messages.count == 21)
    #expect(messages.prefix(19).allSatisfy { $0.hasSuffix(#""continues":true}"#) })
    #expect(messages.suffix(2) == [#"{"parameters":{"text":"end"}}"#, .echoReply])
    #expect(served.log.take() == [])
    #expect(served.loop.timerCount == 0)
  }

  @Test func `a peer that does not read a part of a list in time is disconnected`() throws {
    let (served, peer) = try Served.connected(limits: .with { $0.readingTime = .zero })
    peer.holdLittle(served)

    peer.send(.call("Pages", #","more":true"#))
    for _ in 0..<4 { served.takeTurn() }

    #expect(served.log.take() == ["closed 1: the peer did not read a reply within 0.0 seconds"])
    #expect(served.interface.pageCount == 1)
    #expect(served.loop.timerCount == 0)
  }

  @Test func `a single reply has no time within which it must be read`() throws {
    let (served, peer) = try Served.connected(limits: .with { $0.readingTime = .zero })
    peer.holdLittle(served)

    peer.send(.fill(60_000))
    for _ in 0..<4 { served.takeTurn() }

    #expect(served.log.take() == [])
    #expect(served.loop.timerCount == 0)
  }

  @Test func `a list is not continued for a reader that has disconnected, and does not keep its connection`() throws {
    let (served, peer) = try Served.connected()
    peer.holdLittle(served)
    peer.send(.call("Pages", #","more":true"#))
    served.takeTurn()
    weak let connection = served.opened.take().first

    peer.close()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has hung up"])
    served.takeTurn()
    #expect(served.interface.pageCount == 1)
    #expect(connection == nil)
  }

  @Test func `a reply to a disconnected peer ends the connection with hungUp`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep"))
    served.takeTurn()
    let call = try #require(served.interface.takeCall())

    peer.close()
    call.reply()

    #expect(served.eventsOfTurn() == ["closed 1: the peer has hung up"])
  }

  @Test func `an end is reported after the call that caused it has returned`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep"))
    served.takeTurn()

    served.opened.entries.first?.close()
    served.opened.entries.first?.close()

    #expect(served.log.take() == [])
    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
    #expect(peer.isAtEnd)
  }
}

extension RawPeer {
  fileprivate func holdLittle(_ served: Served) {
    served.opened.entries.first?.holdLittle()
  }
}
