import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Testing

@testable import Fleet

@Suite struct FleetDocumentTests {
  private static let full = """
    {"scene":{"name":"evacuation","claims":[{"rule":"exactly","percent":100.0}],"priority":"high",\
    "onUserChange":"rebase"},"leaseMilliseconds":60000,"graceMilliseconds":250,"replaces":"5f3a","reply":true}
    """

  @Test func `reads every field, and writes them again`() throws {
    let document = try document(Self.full, most: .high)

    let scene = SessionsInterface.SceneRequest(
      name: "evacuation",
      claims: [.init(rule: .exactly, percent: 100)],
      priority: .high,
      onUserChange: .rebase
    )
    let expected = FleetDocument(
      scene: scene,
      lease: .seconds(60),
      grace: .milliseconds(250),
      replaces: FleetName("5f3a"),
      wantsReply: true
    )
    #expect(document == expected)
    var writer = JSONWriter()
    document.write(to: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == Self.full)
  }

  @Test func `a document with a scene alone has a lease of a minute, and its answer is not wanted`() throws {
    let document = try document(#"{"scene":{"claims":[{"rule":"atMost","percent":30}]}}"#)

    #expect(document.lease == .seconds(60))
    #expect(document.grace == .milliseconds(250))
    #expect(document.replaces == nil)
    #expect(!document.wantsReply)
  }

  @Test(arguments: [
    ("", "cannot read 'JSON at byte 0': it ends too early"),
    ("7", "expected an object, found 7"),
    ("{}", "cannot read 'scene': it is missing"),
    (#"{"scene":{},"color":1}"#, "cannot read 'claims': it is missing"),
    (scene(#","color":1"#), "cannot read 'color': there is no such field"),
    (#"{"scene":{"claims":[],"power":"off"}}"#, "cannot read 'power': there is no such field"),
    (scene(#","leaseMilliseconds":"60s""#), "cannot read 'leaseMilliseconds': expected an integer, found '60s'"),
    (scene(#","leaseMilliseconds":-1"#), "cannot read 'leaseMilliseconds': expected 0 or more, found -1"),
    (scene(#","leaseMilliseconds":999"#), "expected a lease from 1.0 seconds to 300.0 seconds, found 0.999 seconds"),
    (
      scene(#","leaseMilliseconds":300001"#),
      "expected a lease from 1.0 seconds to 300.0 seconds, found 300.001 seconds"
    ),
    (
      scene(#","leaseMilliseconds":5000,"graceMilliseconds":5001"#),
      "expected a grace of at most the lease, 5.0 seconds, found 5.001 seconds"
    ),
    (scene(#","reply":1"#), "cannot read 'reply': expected true or false, found 1"),
    (
      scene(#","replaces":"a/b""#), "cannot read 'replaces': expected 1 to 64 letters, digits, '-' and '_', found 'a/b'"
    ),
    (scene(#","reply":true,"reply":true"#), "cannot read 'JSON at byte 66': the key 'reply' comes twice"),
    (
      #"{"scene":{"claims":[],"priority":"high"}}"#, "expected at most the priority normal, found high"
    ),
  ])
  func `refuses what is wrong, and names it`(payload: String, reason: String) throws {
    let refusal = #expect(throws: Refusal.self) { try document(payload) }

    #expect(refusal?.description == reason)
  }

  @Test func `refuses nested and long payloads before it looks at them`() {
    let deep = String(repeating: "[", count: 9)
    let long = String(repeating: " ", count: 4097)

    let tooDeep = #expect(throws: Refusal.self) { try document(deep) }
    #expect(tooDeep?.description == "cannot read 'JSON at byte 8': it is nested deeper than 8")
    #expect(throws: Refusal.tooLong(bytes: 4097, limit: 4096)) { try document(long) }
  }

  @Test func `the local scene is named after the controller`() throws {
    let guardName = try #require(FleetName("guard"))
    let named = try document(Self.full, most: .high)
    let nameless = try document(scene(""))

    #expect(try named.localScene(of: guardName).name == "guard: evacuation")
    #expect(try nameless.localScene(of: guardName).name == "guard")
  }

  @Test(arguments: [
    (#"{"scene":{"claims":[]}}"#, Refusal.scene(.noClaims)),
    (#"{"scene":{"claims":[{"rule":"exactly","percent":101}]}}"#, .percent(101)),
    (#"{"scene":{"claims":[{"rule":"exactly","percent":-1}]}}"#, .percent(-1)),
    (
      #"{"scene":{"claims":[{"rule":"exactly","percent":1}],"expiresMilliseconds":0}}"#,
      .scene(.durationOutOfRange(.expires, .zero))
    ),
  ])
  func `refuses a scene that no daemon would hold`(payload: String, refusal: Refusal) throws {
    let guardName = try #require(FleetName("guard"))
    let document = try document(payload)

    #expect(throws: refusal) { try document.localScene(of: guardName) }
  }
}

/// A document with more fields after its scene.
private func scene(_ more: String) -> String { #"{"scene":{"claims":[{"rule":"exactly","percent":1}]}\#(more)}"# }

private func document(_ text: String, most: Priority = .normal) throws(Refusal) -> FleetDocument {
  var limits = DocumentLimits()
  limits.mostPriority = most
  let document = try FleetDocument(reading: Array(text.utf8), within: limits)
  try document.check(within: limits)
  return document
}
