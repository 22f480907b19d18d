@testable import BrightnessVarlink

import BrightnessEventLoop
import Testing

@Suite struct AdoptedConnectionTests {
  private let served: Served
  private let peer: RawPeer
  private let connection: Connection

  init() throws {
    served = try Served()
    let (near, far) = try RawPeer.pair()
    peer = far
    connection = try served.server.adopt(Descriptor(owning: near), as: ConnectionID(rawValue: 7))
  }

  @Test func `an adopted connection keeps its number, and waits until it is resumed`() throws {
    peer.send(.echo, .echo)
    #expect(served.eventsOfTurn() == ["opened 7"])
    #expect(peer.receive() == [])

    connection.resume()
    served.takeTurn()

    #expect(peer.receive() == [.echoReply, .echoReply])
  }

  @Test func `a call of a former process is continued, and the next one waits for its last reply`() throws {
    let call = connection.resumeCall(of: "\(TestInterface.name).Echo")
    peer.send(.echo)
    served.takeTurn()

    call.replyContinuing(NoFields())
    #expect(peer.receive() == [#"{"parameters":{},"continues":true}"#])
    call.reply()
    served.takeTurn()

    #expect(peer.receive() == [.nothingReply, .echoReply])
  }

  @Test func `a connection that hangs up while it waits is reported as closed`() throws {
    _ = served.log.take()

    peer.close()
    served.takeTurn()

    #expect(served.eventsOfTurn() == ["closed 7: the peer has hung up"])
    connection.resume()
    served.takeTurn()
  }

  @Test func `later connections get unused numbers`() throws {
    let first = try served.connect()
    served.server.number(above: ConnectionID(rawValue: 100))
    served.server.number(above: ConnectionID(rawValue: 3))
    let second = try served.connect()

    #expect(served.opened.entries.map(\.id.rawValue) == [7, 8, 101])
    withExtendedLifetime([first, second]) {}
  }
}
