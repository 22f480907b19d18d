import BrightnessEventLoop
import BrightnessVarlink
import Testing

@Suite struct ClientAndServerTests {
  @Test func `a client receives the replies of a server`() throws {
    let joined = try Joined()

    joined.run { client in
      let word: Word = try await client.call("org.example.Test.Echo", Word(text: "a"))
      joined.log.write(word.text)
      try await client.call("org.example.Test.Nothing")
      let info: ServiceInfo = try await client.call("org.varlink.service.GetInfo")
      joined.log.write(info.interfaces.joined(separator: " "))
    }

    #expect(joined.log.entries == ["a", "org.example.Test org.varlink.service"])
  }

  @Test func `a client receives all replies of a call`() throws {
    let joined = try Joined()

    joined.run { client in
      for try await word in client.replies(to: "org.example.Test.Count", as: Word.self) { joined.log.write(word.text) }
      joined.log.write("end")
    }

    #expect(joined.log.entries == ["1", "2", "3", "end"])
  }

  @Test func `leaving before the last reply closes the connection`() throws {
    let joined = try Joined()

    joined.run { client in
      for try await _ in client.replies(to: "org.example.Test.Keep", as: Word.self) { break }
    } whileRunning: {
      joined.served.interface.calls.first?.replyContinuing(Word(text: "1"))
    }
    joined.served.takeTurn()
    joined.served.takeTurn()

    #expect(joined.served.log.take() == ["opened 1", "closed 1: the peer has hung up"])
  }

  @Test func `an error is converted to the type that has its name`() throws {
    let joined = try Joined()

    joined.run { client in
      do throws(CallError) {
        try await client.call("org.example.Test.Refuse")
      } catch {
        joined.log.write("\(error.answer(as: ServiceError.self) == .permissionDenied)")
      }
      try await client.call("org.example.Test.Echo", Size(bytes: 1))
    }

    #expect(joined.log.entries == ["true", "cannot use 'text': it is missing"])
  }

  @Test func `a reply that does not fit the method is unreadable`() throws {
    let joined = try Joined()

    joined.run { client in
      let _: Size = try await client.call("org.example.Test.Echo", Word(text: "a"))
    }

    let sentence = "cannot read 'reply to org.example.Test.Echo': cannot read 'bytes': it is missing"
    #expect(joined.log.entries == [sentence])
  }

  @Test func `an error may follow several replies`() throws {
    let joined = try Joined()

    joined.run { client in
      for try await word in client.replies(to: "org.example.Test.Keep", as: Word.self) {
        joined.log.write(word.text)
        joined.served.interface.takeCall()?.fail(.permissionDenied)
      }
    } whileRunning: {
      joined.served.interface.calls.first?.replyContinuing(Word(text: "1"))
    }

    #expect(joined.log.entries == ["1", "cannot call 'method': permission denied"])
  }
}

/// A client and a server on one loop, over a socket with a path.
private struct Joined {
  let served: Served
  let log = Log(of: String.self)
  private let client: VarlinkClient
  private let place: SocketPlace

  init() throws {
    (served, place) = try Served.listening()
    client = try VarlinkClient(connectingTo: "unix:\(place.path);mode=0600", on: served.loop)
  }

  /// Turns the loop until `body` is done, and logs its error; calls `whileRunning` when its first
  /// call has arrived.
  func run(
    _ body: @escaping @Sendable (VarlinkClient) async throws -> Void,
    whileRunning: () -> Void = {}
  ) {
    let done = Log(of: Void.self)
    Task(executorPreference: served.loop) { [client, log] in
      do { try await body(client) } catch { log.write("\(error)") }
      done.write(())
    }
    for _ in 0..<3 { served.takeTurn() }
    whileRunning()
    for _ in 0..<100 where done.entries.isEmpty { served.takeTurn() }
    #expect(done.entries.count == 1)
  }
}
