import BrightnessVarlink
import Testing

@Suite struct ServiceTests {
  @Test(arguments: [
    (
      #"{"method":"org.varlink.service.GetInfo"}"#,
      #"{"parameters":{"vendor":"vendor","product":"product","version":"1","url":"https://example.org","#
        + #""interfaces":["org.example.Test","org.varlink.service"]}}"#
    ),
    (.describe("org.example.Test"), #"{"parameters":{"description":"interface org.example.Test"}}"#),
    (.describe("org.example.Other"), .error("InterfaceNotFound", #"{"interface":"org.example.Other"}"#)),
  ])
  func `a service says what it is, and describes its interfaces`(call: String, reply: String) throws {
    let (served, peer) = try Served.connected()

    peer.send(call)
    served.takeTurn()

    #expect(peer.receive() == [reply])
  }

  @Test func `a service describes itself`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.describe("org.varlink.service"))
    served.takeTurn()

    #expect(peer.receive().first?.contains(#"\ninterface org.varlink.service\n"#) == true)
  }

  @Test func `serving an interface or a method twice traps`() async {
    await #expect(processExitsWith: .failure) {
      let interface = ServedInterface("a.b", description: "", [])
      _ = Service(vendor: "", product: "", version: "", url: "", interfaces: [interface, interface])
    }
    await #expect(processExitsWith: .failure) {
      _ = ServedInterface("a.b", description: "", [ServedMethod("C") { $0.reply() }, ServedMethod("C") { $0.reply() }])
    }
  }
}

extension String {
  fileprivate static func describe(_ interface: String) -> String {
    #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#
  }
}
