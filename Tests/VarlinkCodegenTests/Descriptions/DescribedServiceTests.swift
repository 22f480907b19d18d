@testable import Varlink

import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct DescribedServiceTests {
  static let info = ServiceInfo(vendor: "v", product: "p", version: "1", url: "u", interfaces: ["a.b"])
  static let text = ServedInterface.service(info, describing: []).description

  @Test func `the description of org.varlink.service has no portability issue`() throws {
    let description = try InterfaceDescription(Self.text)

    let verdicts = try PythonVarlink.verdicts(on: [Self.text, description.text])

    #expect(description.portabilityIssues == [])
    #expect(verdicts == [nil, nil])
  }

  @Test func `its parameters and replies are as described`() throws {
    let description = try InterfaceDescription(Self.text)
    let parameters = try fields(of: Self.info)
    let request: JSONObject = ["interface": .string("a.b")]
    let reply: JSONObject = ["description": .string("interface a.b")]

    #expect(try DescriptionRequest(json: JSONInput(.object(request))).interface == "a.b")
    #expect(throws: Never.self) {
      try description.check(parameters, of: .reply("GetInfo"))
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
    let fields = try fields(of: error)
    let name = String(error.name.dropFirst("\(description.name).".count))

    #expect(throws: Never.self) { try description.check(fields, of: .error(name)) }
  }

  private func fields(of value: some JSONObjectWritable) throws -> JSONObject {
    var writer = JSONWriter()
    value.write(to: &writer)
    return try parsedObject(writer.bytes)
  }
}
