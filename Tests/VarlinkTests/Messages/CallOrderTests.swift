import EventLoop
import Glibc
import Testing
import Varlink

@Suite struct CallOrderTests {
  @Test func `replies come in the order of the calls`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.echo, .call("Nothing"), .call("Refuse"), .echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply, .nothingReply, .error("PermissionDenied"), .echoReply])
  }

  @Test(arguments: ["Echo", "Nothing", "Missing", "Refuse"])
  func `a call that wants no reply has none, not even an error`(_ method: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(.call(method, #","oneway":true"#), .echo)
    served.takeTurn()

    #expect(peer.receive() == [.echoReply])
  }

  @Test func `a method with many replies says which are not the last`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Count", #","more":true"#), .echo)
    served.takeTurn()

    let replies = (1...2).map { #"{"parameters":{"text":"\#($0)"},"continues":true}"# }
    #expect(peer.receive() == replies + [#"{"parameters":{"text":"3"}}"#, .echoReply])
  }

  @Test(arguments: ["", #","more":true"#, #","oneway":true"#])
  func `a call that is not answered yet keeps those behind it waiting`(_ kind: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Keep", kind), .echo)
    served.takeTurn()
    #expect(peer.receive() == [])

    served.interface.takeCall()?.reply()
    served.takeTurn()
    #expect(peer.receive() == (kind.contains("oneway") ? [] : [.nothingReply]) + [.echoReply])
  }

  @Test func `what comes while a call waits is answered after it`() throws {
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

  @Test func `a call knows who asks for what`() throws {
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

  @Test func `a call that is let go of ends its connection, and says so`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.call("Forget"), .echo)

    #expect(
      served.eventsOfTurn() == [
        "cannot answer 'org.example.Test.Forget': its handler let go of the call",
        "closed 1: 'org.example.Test.Forget' was not answered",
      ]
    )
    #expect(peer.receive() == [])
    #expect(peer.isAtEnd)
  }

  @Test func `a call whose caller is gone may be answered, or let go of`() throws {
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

  @Test func `a connection that has ended is at its end for the peer, whoever has a copy of the socket`() throws {
    let (served, peer) = try Served.connected()
    let copy = try #require(try served.opened.entries[0].duplicate()?.release())
    defer { close(copy) }

    peer.send(.call("Close"))
    served.takeTurn()

    #expect(peer.receive() == [])
    #expect(peer.isAtEnd)
  }

  @Test func `whoever answers twice is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let (served, peer) = try Served.connected()
      peer.send(.call("Keep"))
      served.takeTurn()
      let call = try #require(served.interface.takeCall())
      call.reply()
      call.reply()
    }
  }

  @Test func `whoever sends more than was asked for is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let (served, peer) = try Served.connected()
      peer.send(.call("Keep"))
      served.takeTurn()
      served.interface.takeCall()?.replyContinuing(Word(text: "1"))
    }
  }
}
