@testable import BrightnessVarlink

import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct DescribedServiceTests {
  static let info = ServiceInfo(vendor: "v", product: "p", version: "1", url: "u", interfaces: ["a.b"])
  static let text = ServedInterface.service(info, describing: []).description

  @Test func `its parameters and replies are as described`() throws {
    let description = try InterfaceDescription(Self.text)
    let request: JSONObject = ["interface": .string("a.b")]
    let reply: JSONObject = ["description": .string("interface a.b")]

    #expect(try DescriptionRequest(json: JSONInput(.object(request))).interface == "a.b")
    #expect(throws: Never.self) {
      try description.check(JSONObject(Self.info), of: .reply("GetInfo"))
      try description.check(request, of: .call("GetInterfaceDescription"))
      try description.check(reply, of: .reply("GetInterfaceDescription"))
    }
  }

  @Test(
    arguments: [
      ServiceError.interfaceNotFound("a.b"), .methodNotFound("a.b.C"), .methodNotImplemented("a.b.C"),
      .invalidParameter("c", reason: nil), .invalidParameter("c", reason: "it is missing"), .permissionDenied,
      .expectedMore,
    ]
  )
  func `its errors are as described`(error: ServiceError) throws {
    let description = try InterfaceDescription(Self.text)
    let name = String(error.name.dropFirst("\(description.name).".count))

    #expect(throws: Never.self) { try description.check(JSONObject(error), of: .error(name)) }
  }
}
