import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Testing

@Suite struct CallOrderTests {
  @Test func `replies are sent in the order of calls`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.echo, .call("Nothing"), .call("Refuse"), .echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply, .nothingReply, .error("PermissionDenied"), .echoReply])
  }

  @Test(arguments: ["Echo", "Nothing", "Missing", "Refuse"])
  func `a oneway call gets no reply, not even an error`(_ method: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(.call(method, #","oneway":true"#), .echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
  }

  @Test func `replies before the last one are marked as continuing`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Count", #","more":true"#), .echo)
    served.takeTurn()

    let replies = (1...2).map { #"{"parameters":{"text":"\#($0)"},"continues":true}"# }
    #expect(peer.receive() == replies + [#"{"parameters":{"text":"3"}}"#, .echoReply])
  }

  @Test(arguments: ["", #","more":true"#, #","oneway":true"#])
  func `calls wait for the reply to an earlier call`(_ kind: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep", kind), .echo)
    served.takeTurn()
    #expect(peer.receive() == [])

    served.interface.takeCall()?.reply()
    served.takeTurn()
    #expect(peer.receive() == (kind.contains("oneway") ? [] : [.nothingReply]) + [.echoReply])
  }

  @Test func `calls that arrive while a call waits are answered after it`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep", #","more":true"#))
    served.takeTurn()

    let call = try #require(served.interface.takeCall())
    call.replyContinuing(Word(text: "1"))
    peer.send(.echo)
    served.takeTurn()
    #expect(peer.receive() == [#"{"parameters":{"text":"1"},"continues":true}"#])

    call.fail(.permissionDenied)
    served.takeTurn()
    #expect(peer.receive() == [.error("PermissionDenied"), .echoReply])
  }

  @Test func `a call knows its method, peer and flags`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep", #","more":true"#))
    served.takeTurn()

    let call = try #require(served.interface.takeCall())
    #expect(call.method == "org.example.Test.Keep")
    #expect(call.wantsMore && !call.isOneway)
    #expect(call.connection === served.opened.entries.first)
    #expect(call.peer == served.opened.entries.first?.peer)
    call.reply()
  }

  @Test func `a call that is released without a reply ends its connection`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Forget"), .echo)

    #expect(
      served.eventsOfTurn() == [
        "cannot answer 'org.example.Test.Forget': its handler released it without a reply",
        "closed 1: 'org.example.Test.Forget' was not answered",
      ]
    )
    #expect(peer.receive() == [])
    #expect(peer.isAtEnd)
  }

  @Test func `a call of a disconnected client may be answered or released`() throws {
    let (served, peer) = try Served.connected()
    let other = try served.connect()
    peer.send(.call("Keep"))
    other.send(.call("Keep", #","more":true"#))
    served.takeTurn()
    peer.close()
    other.close()
    _ = served.eventsOfTurn()

    _ = served.interface.takeCall()
    let call = try #require(served.interface.takeCall())
    call.replyContinuing(Word(text: "1"))
    call.reply()

    #expect(served.eventsOfTurn() == [])
  }

  @Test func `a late answer does not reach the next call`() throws {
    let (served, peer) = try Served.connected()
    peer.send(.call("Keep", #","oneway":true"#), .call("Keep"))
    served.takeTurn()
    let first = try #require(served.interface.takeCall())
    first.reply()
    served.takeTurn()

    served.interface.takeCall()?.reply()

    #expect(peer.receive() == [.nothingReply])
  }

  @Test func `a handler may close the connection, and answer then`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Close"), .echo)

    #expect(served.eventsOfTurn() == ["closed 1: this side has closed the connection"])
    #expect(peer.receive() == [])
    #expect(peer.isAtEnd)
  }

  @Test func `an ended connection is shut down for the peer even if a duplicate of the socket is open`() throws {
    let (served, peer) = try Served.connected()
    let copy = try #require(try served.opened.entries[0].duplicate()?.release())
    defer { close(copy) }

    peer.send(.call("Close"))
    served.takeTurn()

    #expect(peer.receive() == [])
    #expect(peer.isAtEnd)
  }

  @Test func `replying twice traps`() async {
    await #expect(processExitsWith: .failure) {
      let (served, peer) = try Served.connected()
      peer.send(.call("Keep"))
      served.takeTurn()
      let call = try #require(served.interface.takeCall())
      call.reply()
      call.reply()
    }
  }

  @Test func `several replies to a call that accepts one trap`() async {
    await #expect(processExitsWith: .failure) {
      let (served, peer) = try Served.connected()
      peer.send(.call("Keep"))
      served.takeTurn()
      served.interface.takeCall()?.replyContinuing(Word(text: "1"))
    }
  }
}
