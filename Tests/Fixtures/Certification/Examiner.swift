import Synchronization
import Varlink

/// Gives every test, and demands what it gave, in the right order.
final class Examiner: Sendable {
  private static let order =
    [Test.one, Test.two, Test.three, Test.four, Test.five, Test.six]
    + [Test.seven, Test.eight, Test.nine, Test.ten, Test.eleven, "End"]
  private static let numbers = Numbers(bool: false, int: 2, float: .pi, string: "a lot of string")
  private static let map = ["foo": "Foo", "bar": "Bar"]
  private static let set = StringSet(members: ["one", "two", "three"])
  private static let replies = (1...10).map { "Reply number \($0)" }

  private struct Candidates {
    var count = 0
    /// Which test is each one's next.
    var next: [String: Int] = [:]
  }

  private let candidates = Mutex(Candidates())

  func service() -> Service {
    let interface = ServedInterface(Certification.interface, description: Certification.description, methods)
    return Service(
      vendor: "Varlink",
      product: "Certification",
      version: "1",
      url: "https://varlink.org",
      interfaces: [interface]
    )
  }

  private var methods: [ServedMethod] {
    [
      ServedMethod("Start") { call in call.reply(self.admit()) },
      ServedMethod(Test.one) { (call, request: OnlyCaller) in
        self.answer(call, request.clientID, isRight: true, Gave(true))
      },
      step(Test.two, wants: true, gives: Gave(1)),
      step(Test.three, wants: 1, gives: Gave(1.0)),
      step(Test.four, wants: 1.0, gives: Gave("ping")),
      step(Test.five, wants: "ping", gives: Self.numbers),
      ServedMethod(Test.six) { (call, request: FlatNumbers) in
        self.answer(call, request.clientID, isRight: request.numbers == Self.numbers, Gave(Self.numbers))
      },
      step(Test.seven, wants: Self.numbers, gives: Gave(Self.map)),
      step(Test.eight, wants: Self.map, gives: Gave(Self.set)),
      step(Test.nine, wants: Self.set, gives: Gave(MyType.wanted)),
      ServedMethod(Test.ten, needsMore: true) { (call, request: Given<MyType>) in self.replyTenTimes(call, request) },
      ServedMethod(Test.eleven) { (call, request: Given<[String]>) in
        let isRight = call.isOneway && request.value == Self.replies
        self.answer(call, request.clientID, isRight: isRight, NoFields())
      },
      ServedMethod("End") { (call, request: OnlyCaller) in
        self.answer(call, request.clientID, isRight: true, Verdict(allOK: true))
      },
    ]
  }

  private func step<Value: CertifiedValue>(
    _ name: String,
    wants wanted: Value,
    gives reply: some JSONObjectWritable
  ) -> ServedMethod {
    ServedMethod(name) { (call, request: Given<Value>) in
      self.answer(call, request.clientID, isRight: request.value == wanted, reply)
    }
  }

  private func admit() -> Admitted {
    candidates.withLock { candidates in
      candidates.count += 1
      candidates.next["\(candidates.count)"] = 0
      return Admitted(clientID: "\(candidates.count)")
    }
  }

  private func replyTenTimes(_ call: Call, _ request: Given<MyType>) {
    guard passes(call, request.clientID, isRight: request.value == .wanted) else { return }
    for text in Self.replies.dropLast() { call.replyContinuing(Gave(text)) }
    call.reply(Gave(Self.replies.last ?? ""))
  }

  private func answer(_ call: Call, _ id: String, isRight: Bool, _ reply: some JSONObjectWritable) {
    if passes(call, id, isRight: isRight) { call.reply(reply) }
  }

  /// Whether a call comes in its turn and with what was given; one that does not is answered, and
  /// begins anew.
  private func passes(_ call: Call, _ id: String, isRight: Bool) -> Bool {
    let step = candidates.withLock { candidates in
      let step = candidates.next[id]
      candidates.next[id] = step.map { $0 + 1 }
      return step
    }
    if let step, isRight, call.method == "\(Certification.interface).\(Self.order[step])" { return true }
    _ = candidates.withLock { $0.next.removeValue(forKey: id) }
    call.fail(step == nil ? CertificationError.unknownClient : .wrong(method: call.method))
    return false
  }
}

enum CertificationError: MethodError {
  case unknownClient
  case wrong(method: String)

  var name: String {
    switch self {
    case .unknownClient: "\(Certification.interface).ClientIdError"
    case .wrong: "\(Certification.interface).CertificationError"
    }
  }

  func writeFields(to writer: inout JSONWriter) {
    guard case .wrong(let method) = self else { return }
    writer.field("wants", JSONObject())
    writer.field("got", ["method": .string(method)] as JSONObject)
  }

  init?(name: String, fields: inout JSONFields) { nil }
}
