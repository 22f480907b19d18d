import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Synchronization
import Testing

@Suite struct ClientTests {
  @Test func `a call omits false and empty fields`() throws {
    let called = try Called()

    called.call("a.B", NoFields())
    called.call("a.B", Word(text: "x"), wantsMore: true)
    called.client.callOneway("a.B", Word(text: "y"))

    #expect(
      called.peer.receive() == [
        #"{"method":"a.B"}"#,
        #"{"method":"a.B","parameters":{"text":"x"},"more":true}"#,
        #"{"method":"a.B","parameters":{"text":"y"},"oneway":true}"#,
      ]
    )
  }

  @Test(arguments: [
    (#"{"parameters":{"text":"a"}}"#, #"{"text":"a"}"#), (#"{"parameters":{}}"#, "{}"), ("{}", "{}"),
    (#"{"parameters":null}"#, "{}"), (#"{"parameters":{},"error":null,"continues":null}"#, "{}"),
    (#"{"parameters":{},"continues":false}"#, "{}"), (#"{"parameters":{},"org.example.extra":1}"#, "{}"),
  ])
  func `a reply is read`(_ reply: String, parameters: String) throws {
    let called = try Called()
    called.call("a.B")

    called.peer.send(reply)

    #expect(called.eventsOfTurn() == ["a.B: \(parameters)"])
  }

  @Test(arguments: [
    (#"{"parameters":[]}"#, "the key 'parameters' is of type array"), ("[]", "it is not an object but of type array"),
    (#"{"parameters":{},"continues":true}"#, "it continues although one reply was asked for"),
    (#"{"parameters":{},"continues":1}"#, "the key 'continues' is of type int"),
    (#"{"error":"a.E","continues":true}"#, "it is an error that continues"),
    (#"{"error":1}"#, "the key 'error' is of type int"), ("", "it is empty"),
    ("x", "cannot read 'JSON at byte 0': 'x' is not expected here"),
  ])
  func `a malformed reply ends the connection and every call on it`(_ reply: String, reason: String) throws {
    let called = try Called()
    called.call("a.B")
    called.call("a.C")

    called.peer.send(reply)

    let words = "cannot call 'service': cannot read 'message': \(reason)"
    #expect(called.eventsOfTurn() == ["a.B: \(words)", "a.C: \(words)"])
    #expect(called.peer.receive().count == 2)
    #expect(called.peer.isAtEnd)
  }

  @Test func `a reply without a call ends the connection`() throws {
    let called = try Called()

    called.peer.send("{}")
    called.takeTurn()
    called.call("a.B")

    let reason = "cannot read 'message': no call waits for this reply"
    #expect(called.eventsOfTurn() == ["a.B: cannot call 'service': \(reason)"])
  }

  @Test func `replies are delivered to calls in order`() throws {
    let called = try Called()
    called.call("a.B")
    called.client.callOneway("a.O")
    called.call("a.C", wantsMore: true)
    called.call("a.D")

    called.peer.send("{}", #"{"continues":true}"#, #"{"continues":true}"#, "{}")
    called.peer.send(#"{"error":"a.E","parameters":{"x":1}}"#)

    #expect(called.eventsOfTurn() == ["a.B: {}", "a.C: {} …", "a.C: {} …", "a.C: {}", #"a.D: a.E {"x":1}"#])
  }

  @Test(arguments: [
    (ServiceError.interfaceNotFound("a.b"), #"{"interface":"a.b"}"#),
    (.methodNotFound("a.b.C"), #"{"method":"a.b.C"}"#),
    (.methodNotImplemented("a.b.C"), #"{"method":"a.b.C"}"#),
    (.invalidParameter("x", reason: nil), #"{"parameter":"x"}"#),
    (.invalidParameter("x", reason: "y"), #"{"parameter":"x","reason":"y"}"#),
    (.permissionDenied, "{}"), (.expectedMore, "{}"),
  ])
  func `an error of every service is read as it was written`(_ error: ServiceError, parameters: String) throws {
    let object = try JSONObject(json: JSONInput(try JSON(parsing: parameters.utf8)))

    let read = CallError.answered(ErrorReply(name: error.name, parameters: object)).answer(as: ServiceError.self)

    #expect(read == error)
    #expect(JSON.object(object).description == parameters)
  }

  @Test(arguments: ["a.E", "org.varlink.service.Other"])
  func `an unknown error is passed on unchanged`(_ name: String) throws {
    let error = CallError.answered(ErrorReply(name: name, parameters: ["x": .integer(1)]))

    #expect(error.answer(as: ServiceError.self) == nil)
    #expect(error.answer(as: ErrorReply.self)?.parameters == ["x": .integer(1)])
    #expect(error.description == #"\#(name) {"x":1}"#)
  }

  @Test func `a service that disconnects fails every waiting and later call`() throws {
    let called = try Called()
    called.call("a.B")
    _ = called.peer.receive()

    called.peer.close()
    #expect(called.eventsOfTurn() == ["a.B: cannot call 'service': the peer has finished"])
    called.call("a.C")

    #expect(called.eventsOfTurn() == ["a.C: cannot call 'service': the peer has finished"])
  }

  @Test func `a service that disconnects within a reply violates the protocol`() throws {
    let called = try Called()
    called.call("a.B")
    _ = called.peer.receive()

    called.peer.send(bytes: "{}".utf8)
    called.peer.close()
    called.takeTurn()

    #expect(
      called.eventsOfTurn() == ["a.B: cannot call 'service': cannot read 'message': the stream ended inside it"]
    )
  }

  @Test func `closing a client fails its waiting calls`() throws {
    let called = try Called()
    called.call("a.B")

    called.client.close()

    #expect(called.eventsOfTurn() == ["a.B: cannot call 'service': this side has closed the connection"])
    #expect(called.loop.watchCount == 0)
  }

  @Test func `a call larger than the socket buffer arrives complete`() throws {
    let called = try Called()
    let text = String(repeating: "x", count: 3_000_000)

    called.call("a.B", Word(text: text))
    var received = 0
    for _ in 0..<300 {
      received += called.peer.receiveBytes().count
      called.takeTurn()
    }

    #expect(received == #"{"method":"a.B","parameters":{"text":""}}"#.utf8.count + text.utf8.count + 1)
  }

  @Test(arguments: ["tcp:host:1", "exec:x", "x", "", "unix:", "unix:\(String(repeating: "x", count: 200))"])
  func `an address of another kind than a Unix socket is refused`(_ address: String) throws {
    let loop = try EventLoop()

    #expect(throws: VarlinkError.unusableAddress(address)) { try VarlinkClient(connectingTo: address, on: loop) }
  }

  @Test func `connecting to a missing socket fails with ENOENT`() throws {
    let loop = try EventLoop()

    let error = #expect(throws: VarlinkError.self) { try VarlinkClient(connectingTo: "unix:/nowhere/socket", on: loop) }

    #expect(error?.description == "cannot connect to '/nowhere/socket': no such file or directory")
  }
}

/// A client on a loop that the test steps, the other end of its connection, and the results of its
/// calls.
private struct Called {
  let loop: EventLoop
  let client: VarlinkClient
  let peer: RawPeer
  private let results = Log(of: String.self)

  init() throws {
    loop = try EventLoop()
    let (near, far) = try RawPeer.pair()
    client = try VarlinkClient(owning: Descriptor(owning: near), on: loop)
    peer = far
  }

  func call(_ method: String, _ parameters: some JSONObjectWritable = NoFields(), wantsMore: Bool = false) {
    client.call(method, parameters, wantsMore: wantsMore) { [results] result in
      switch result {
      case .success(let reply):
        results.write("\(method): \(JSON.object(reply.parameters))\(reply.continues ? " …" : "")")
      case .failure(let error): results.write("\(method): \(error)")
      }
    }
  }

  func takeTurn() {
    loop.takeTurn()
  }

  func eventsOfTurn() -> [String] {
    takeTurn()
    return results.take()
  }
}
