@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc
import Testing

@Suite struct KeptConnectionTests {
  @Test func `a socket is marked from before a call is read until its reply is sent`() throws {
    let (served, peer) = try Served.connected()
    let kept = try keep(served)
    #expect(!kept.isMarked)

    peer.send(.call("Keep"))
    #expect(!kept.isMarked)
    served.takeTurn()
    #expect(kept.isMarked)
    served.interface.takeCall()?.reply()

    #expect(peer.receive() == [.nothingReply])
    #expect(!kept.isMarked)
  }

  @Test func `a socket that is kept during a call is marked at once`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep"))
    served.takeTurn()

    #expect(try keep(served).isMarked)
  }

  @Test func `a socket is not marked after calls were answered at once`() throws {
    let (served, peer) = try Served.connected()
    let kept = try keep(served)

    peer.send(.call("Marked"), .call("Marked"))
    served.takeTurn()

    #expect(peer.receive() == [.markedReply, .markedReply])
    #expect(!kept.isMarked)
  }

  @Test func `a socket is marked while part of a message or a waiting call is buffered`() throws {
    let (served, peer) = try Served.connected()
    let kept = try keep(served)
    peer.send(bytes: Array(#"{"method""#.utf8))
    served.takeTurn()
    #expect(kept.isMarked)

    peer.send(bytes: Array(#":"\#(TestInterface.name).Keep"}"#.utf8) + [0])
    peer.send(.echo)
    served.takeTurn()
    served.opened.entries[0].keepCall(true)
    #expect(kept.isMarked)
    served.interface.takeCall()?.reply()
    served.takeTurn()

    #expect(!kept.isMarked)
  }

  @Test func `a socket is marked while a reply is not sent`() throws {
    let (served, peer) = try Served.connected()
    let kept = try keep(served)
    peer.send(.call("Fill", parameters: #"{"bytes":250000}"#), .call("Fill", parameters: #"{"bytes":1}"#))
    served.takeTurn()
    peer.send(.call("Keep"))
    served.takeTurn()
    served.opened.entries[0].keepCall(true)
    #expect(kept.isMarked)

    while !peer.receiveBytes().isEmpty { served.takeTurn() }

    #expect(!kept.isMarked)
  }

  @Test func `a kept call sets no mark until it is not kept any more`() throws {
    let (served, peer) = try Served.connected()
    let kept = try keep(served)
    peer.send(.call("Keep", #","more":true"#))
    served.takeTurn()
    let call = try #require(served.interface.takeCall())

    served.opened.entries[0].keepCall(true)
    #expect(!kept.isMarked)
    call.replyContinuing(NoFields())
    #expect(!kept.isMarked)
    served.opened.entries[0].keepCall(false)
    #expect(kept.isMarked)
    call.reply()

    #expect(!kept.isMarked)
  }

  @Test func `a connection that is not kept is not marked`() throws {
    let (served, peer) = try Served.connected()
    guard let copy = try served.opened.entries[0].duplicate() else { throw ConnectionEnd.closed }
    let socket = KeptSocket(copy)

    peer.send(.call("Keep"))
    served.takeTurn()
    served.opened.entries[0].keepCall(false)

    #expect(!socket.isMarked)
  }

  @Test func `an adopted connection stays kept, and so does its continued call`() throws {
    let served = try Served()
    let (near, peer) = try RawPeer.pair()
    let socket = KeptSocket(try Descriptor(duplicating: near))
    let connection = try served.server.adopt(Descriptor(owning: near), as: ConnectionID(rawValue: 7))
    let call = connection.resumeCall(of: "\(TestInterface.name).Keep")
    call.replyContinuing(NoFields())
    #expect(!socket.isMarked)

    peer.send(.echo)
    served.takeTurn()
    #expect(socket.isMarked)
    call.reply()
    served.takeTurn()

    #expect(!socket.isMarked)
  }

  private func keep(_ served: Served) throws -> KeptSocket {
    guard let kept = try served.opened.entries[0].keep() else { throw ConnectionEnd.closed }
    return KeptSocket(kept)
  }
}

extension String {
  fileprivate static let markedReply = #"{"parameters":{"text":"true"}}"#
}

/// A duplicate of the socket of a connection.
private final class KeptSocket {
  private let socket: Descriptor

  init(_ socket: consuming Descriptor) {
    self.socket = socket
  }

  var isMarked: Bool { socket.isMarked }
}
