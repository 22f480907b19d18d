import Testing
import Varlink

@Suite struct ServiceTests {
  @Test func `a service says what it is`() throws {
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

  @Test func `a service gives back the description of an interface`() throws {
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

  @Test func `a service does not describe what it does not have`() throws {
    let (served, peer) = try Served.connected()

    peer.send(.describe("org.example.Other"))
    served.takeTurn()

    #expect(peer.receive() == [.error("InterfaceNotFound", #"{"interface":"org.example.Other"}"#)])
  }
}

extension String {
  fileprivate static func describe(_ interface: String) -> String {
    #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#
  }
}
