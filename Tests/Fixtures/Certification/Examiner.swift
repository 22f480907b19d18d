import BrightnessVarlink
import Synchronization

/// Gives every test, and demands what it gave, in the right order.
final class Examiner: Sendable {
  private static let replies = (1...10).map { "Reply number \($0)" }

  /// What each test gives, which the next one demands.
  private static let given = [
    #"{"bool":true}"#, #"{"int":1}"#, #"{"float":1.0}"#, #"{"string":"ping"}"#,
    #"{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}"#,
    #"{"struct":{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}}"#,
    #"{"map":{"foo":"Foo","bar":"Bar"}}"#, #"{"set":{"one":{},"two":{},"three":{}}}"#,
    """
    {"mytype":{
      "object":{"method":"org.varlink.certification.Test09","parameters":{"map":{"foo":"Foo","bar":"Bar"}}},
      "enum":"two","struct":{"first":1,"second":"2"},"array":["one","two","three"],
      "dictionary":{"foo":"Foo","bar":"Bar"},"stringset":{"one":{},"two":{},"three":{}},
      "interface":{
        "foo":[null,{"foo":"foo","bar":"bar"},null,{"one":"foo","two":"bar"}],"anon":{"foo":true,"bar":false}
      }
    }}
    """,
    JSON.object(["last_more_replies": .array(replies.map(JSON.string))]).description, "{}",
  ].map { text -> JSONObject in
    guard case .object(let object)? = try? JSON(parsing: text.utf8) else { preconditionFailure("no object: \(text)") }
    return object
  }

  private struct Candidates {
    var count = 0
    /// Which test is each one's next.
    var next: [String: Int] = [:]
  }

  private let candidates = Mutex(Candidates())

  func service() -> Service {
    let start = ServedMethod("Start") { call in call.reply(["client_id": .string(self.admit())] as JSONObject) }
    let tests = Certification.tests.enumerated().map { number, name in
      ServedMethod(name, needsMore: name == "Test10") { (call, request: Fields) in
        self.examine(call, request.object, name, number)
      }
    }
    return Service(
      vendor: "Varlink",
      product: "Certification",
      version: "1",
      url: "https://varlink.org",
      interfaces: [ServedInterface(Certification.interface, description: Certification.description, [start] + tests)]
    )
  }

  private func admit() -> String {
    candidates.withLock { candidates in
      candidates.count += 1
      candidates.next["\(candidates.count)"] = 0
      return "\(candidates.count)"
    }
  }

  /// Answers a call that comes in its turn and with what was given; after any other the candidate
  /// begins anew.
  private func examine(_ call: Call, _ request: JSONObject, _ name: String, _ number: Int) {
    var found = request
    found["client_id"] = nil
    let wanted: JSONObject = name == "Test01" || name == "End" ? [:] : Self.given[number - 1]
    let isRight = JSON.object(found).inOrder == JSON.object(wanted).inOrder && call.isOneway == (name == "Test11")
    guard case .string(let id)? = request["client_id"], isRight && isNext(number, of: id) else {
      let misfit: JSONObject = ["wants": .object(wanted), "got": .object(found)]
      return call.fail(ErrorReply(name: "\(Certification.interface).CertificationError", parameters: misfit))
    }
    switch name {
    case "Test10":
      let replies = Self.replies.map { ["string": .string($0)] as JSONObject }
      for reply in replies.dropLast() { call.replyContinuing(reply) }
      call.reply(replies[replies.count - 1])
    case "End": call.reply(["all_ok": .bool(true)] as JSONObject)
    default: call.reply(Self.given[number])
    }
  }

  private func isNext(_ number: Int, of id: String) -> Bool {
    candidates.withLock { candidates in
      let isNext = candidates.next[id] == number
      candidates.next[id] = isNext ? number + 1 : nil
      return isNext
    }
  }
}

extension JSON {
  /// The same without members that are null, and with the others in the order of their keys.
  fileprivate var inOrder: JSON {
    switch self {
    case .object(let object):
      let members = object.members.filter { $0.value != .null }.sorted { $0.key < $1.key }
      return .object(members.reduce(into: JSONObject()) { $0[$1.key] = $1.value.inOrder })
    case .array(let elements): return .array(elements.map(\.inOrder))
    default: return self
    }
  }
}
