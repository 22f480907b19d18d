import Testing
import Varlink

@Suite struct ServiceTests {
  @Test func `a service answers GetInfo`() throws {
    let (served, peer) = try Served.connected()

    peer.send(#"{"method":"org.varlink.service.GetInfo"}"#)
    served.takeTurn()

    #expect(
      peer.receive() == [
        #"{"parameters":{"vendor":"vendor","product":"product","version":"1","url":"https://example.org","#
          + #""interfaces":["org.example.Test","org.varlink.service"]}}"#
      ]
    )
  }

  @Test func `a service returns the description of an interface`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.describe("org.example.Test"))
    served.takeTurn()

    #expect(peer.receive() == [#"{"parameters":{"description":"interface org.example.Test"}}"#])
  }

  @Test func `a service describes itself`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.describe("org.varlink.service"))
    served.takeTurn()

    #expect(peer.receive().first?.contains(#"\ninterface org.varlink.service\n"#) == true)
  }

  @Test func `a service refuses to describe an unknown interface`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.describe("org.example.Other"))
    served.takeTurn()

    #expect(peer.receive() == [.error("InterfaceNotFound", #"{"interface":"org.example.Other"}"#)])
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
