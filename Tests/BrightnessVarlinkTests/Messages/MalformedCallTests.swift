import BrightnessVarlink
import Testing

@Suite struct MalformedCallTests {
  @Test(arguments: [
    ("parameters that are null", #"{"method":"org.example.Test.Nothing","parameters":null}"#, String.nothingReply),
    ("no parameters", #"{"method":"org.example.Test.Nothing"}"#, .nothingReply),
    ("what is false said aloud", .call("Nothing", #","more":false,"oneway":false"#), .nothingReply),
    ("spaces and new lines", "\n { \"method\" :\r\n\t\"org.example.Test.Nothing\" } \n", .nothingReply),
    ("more of a method that has one reply", .call("Echo", parameters: #"{"text":"a"}"#, #","more":true"#), .echoReply),
    ("an unknown method", .call("Missing"), .error("MethodNotFound", #"{"method":"org.example.Test.Missing"}"#)),
    (
      "an unknown interface", #"{"method":"org.example.Other.Do"}"#,
      .error("InterfaceNotFound", #"{"interface":"org.example.Other"}"#)
    ),
    ("a method without dots", #"{"method":"nodots"}"#, .error("MethodNotFound", #"{"method":"nodots"}"#)),
    ("an empty method", #"{"method":""}"#, .error("MethodNotFound", #"{"method":""}"#)),
    (
      "a missing parameter", .call("Echo"),
      .error("InvalidParameter", #"{"parameter":"text","reason":"it is missing"}"#)
    ),
    (
      "an unknown parameter of a method without any", .call("Nothing", parameters: #"{"other":null}"#),
      .error("InvalidParameter", #"{"parameter":"other","reason":"there is no such field"}"#)
    ),
    ("a single reply of a method that has many", .call("Count"), .error("ExpectedMore")),
    ("what may not be", .call("Refuse"), .error("PermissionDenied")),
  ])
  func `is answered`(_ what: String, call: String, reply: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(call)
    served.takeTurn()

    #expect(peer.receive() == [reply], "\(what)")
    #expect(served.eventsOfTurn() == [])
  }

  @Test(arguments: [
    ("an empty message", "", "it is empty"),
    ("parameters that are an array", .call("Nothing", parameters: "[]"), "the key 'parameters' is of type array"),
    ("parameters that are true", .call("Nothing", parameters: "true"), "the key 'parameters' is of type bool"),
    ("a key of the caller's own", .call("Nothing", #","org.example.key":1"#), "the key 'org.example.key' is unknown"),
    ("an upgrade", .call("Nothing", #","upgrade":false"#), "the key 'upgrade' is unknown"),
    ("a number for a method", #"{"method":1}"#, "the key 'method' is of type int"),
    ("no method", "{}", "it names no method"),
    ("more and oneway", .call("Nothing", #","more":true,"oneway":true"#), "it asks for more and for nothing"),
    ("more that is null", .call("Nothing", #","more":null"#), "the key 'more' is of type null"),
    ("oneway that is a number", .call("Nothing", #","oneway":1"#), "the key 'oneway' is of type int"),
    ("an array", "[]", "it is not an object but of type array"),
    ("a number", "1", "it is not an object but of type int"),
    (
      "a method twice", #"{"method":"a.B","method":"a.B"}"#,
      "cannot read 'JSON at byte 16': the key 'method' comes twice"
    ),
    ("no JSON", "hello", "cannot read 'JSON at byte 0': 'h' is not expected here"),
    (
      "a bomb of arrays", .call("Echo", parameters: #"{"text":\#(String(repeating: "[", count: 5000))"#),
      "cannot read 'JSON at byte 69': it is nested deeper than 16"
    ),
  ])
  func `ends the connection`(_ what: String, call: String, reason: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(call)

    #expect(served.eventsOfTurn() == ["closed 1: cannot read 'message': \(reason)"], "\(what)")
    #expect(peer.isAtEnd)
    #expect(served.server.connectionCount == 0)
  }

  @Test func `a malformed call does not affect other connections`() throws {
    let (served, odd) = try Served.connected()
    let other = try served.connect()

    odd.send("hello")
    other.send(.echo)
    served.takeTurn()

    #expect(other.receive() == [.echoReply])
    #expect(served.server.connectionCount == 1)
  }
}
