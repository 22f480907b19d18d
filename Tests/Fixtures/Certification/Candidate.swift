import Varlink

/// Takes every test, each with what the one before gave.
struct Candidate {
  struct NotCertified: Error {}

  let client: VarlinkClient

  func takeAllTests() async throws {
    let start: Admitted = try await client.call(name("Start"))
    let id = start.clientID
    let truth: Bool = try await pass(Test.one, OnlyCaller(clientID: id))
    let number: Int = try await pass(Test.two, Given(id, truth))
    let float: Double = try await pass(Test.three, Given(id, number))
    let string: String = try await pass(Test.four, Given(id, float))
    let numbers: Numbers = try await client.call(name(Test.five), Given(id, string))
    let structure: Numbers = try await pass(Test.six, FlatNumbers(clientID: id, numbers: numbers))
    let map: [String: String] = try await pass(Test.seven, Given(id, structure))
    let set: StringSet = try await pass(Test.eight, Given(id, map))
    let mine: MyType = try await pass(Test.nine, Given(id, set))
    var replies: [String] = []
    for try await reply in client.replies(to: name(Test.ten), Given(id, mine), as: Gave<String>.self) {
      replies.append(reply.value)
    }
    client.callOneway(name(Test.eleven), Given(id, replies))
    let end: Verdict = try await client.call(name("End"), OnlyCaller(clientID: id))
    guard end.allOK else { throw NotCertified() }
  }

  private func pass<Value: CertifiedValue>(_ test: String, _ parameters: some JSONObjectWritable) async throws -> Value {
    let reply: Gave<Value> = try await client.call(name(test), parameters)
    return reply.value
  }

  private func name(_ method: String) -> String { "\(Certification.interface).\(method)" }
}

/// The names of the tests.
enum Test {
  static let one = "Test01"
  static let two = "Test02"
  static let three = "Test03"
  static let four = "Test04"
  static let five = "Test05"
  static let six = "Test06"
  static let seven = "Test07"
  static let eight = "Test08"
  static let nine = "Test09"
  static let ten = "Test10"
  static let eleven = "Test11"
}
