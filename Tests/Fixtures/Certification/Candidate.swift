import BrightnessVarlink

/// Takes every test, each with what the one before gave.
struct Candidate {
  struct NotCertified: Error {}

  let client: VarlinkClient

  func takeAllTests() async throws {
    let start: Fields = try await client.call(Certification.method("Start"))
    let id = start.object["client_id"]
    var given = start
    for test in Certification.tests[..<9] {
      given = try await client.call(Certification.method(test), given)
      given.object["client_id"] = id
    }
    var replies: [JSON] = []
    for try await reply in client.replies(to: Certification.method("Test10"), given, as: Fields.self) {
      replies.append(reply.object["string"] ?? .null)
    }
    client.callOneway(
      Certification.method("Test11"),
      ["client_id": id ?? .null, "last_more_replies": .array(replies)] as JSONObject
    )
    let end: Fields = try await client.call(Certification.method("End"), start)
    guard end.object["all_ok"] == .bool(true) else { throw NotCertified() }
  }
}

/// Fields of any name and type.
struct Fields: JSONObjectReadable, JSONObjectWritable {
  var object: JSONObject

  init(json: JSONInput) throws(InvalidParameter) {
    object = try JSONObject(json: json)
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    preconditionFailure("they are read as a whole")
  }

  func writeFields(to writer: inout JSONWriter) {
    object.writeFields(to: &writer)
  }
}
