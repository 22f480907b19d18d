import InterfaceChecks
import Testing
import Varlink
import VarlinkCodegen

private typealias Constructs = ConstructsInterface

/// Generated types against the descriptions that they are generated from.
@Suite struct RoundTripTests {
  @Test(arguments: [All.minimal, All.full])
  fileprivate func `a call and a reply with every construct are as described and are read as written`(
    all: Constructs.All
  ) throws {
    let call = Constructs.Echo(all: all, options: .init(color: .green, deep: [.init(value: 1), .init(value: 2)]))
    let reply = Constructs.Echo.Reply(all: all, rest: .init(color: .`default`))

    try expectRoundTrip(call, .call("Echo"))
    try expectRoundTrip(reply, .reply("Echo"))
  }

  @Test func `recursive types are read as written`() throws {
    let leaf = Constructs.Tree(name: "leaf", children: [], byName: [:])
    let tree = Constructs.Tree(
      name: "root",
      parent: leaf,
      children: [leaf, leaf],
      byName: ["a": leaf],
      pair: .init(left: leaf)
    )
    let chicken = Constructs.Chicken(egg: .init(chicken: .init(egg: .init())))

    try expectRoundTrip(Constructs.Import(tree: tree), .call("Import"))
    try expectRoundTrip(Constructs.Follow.Reply(words: .some, chicken: chicken), .reply("Follow"))
  }

  @Test func `properties named like Swift keywords keep their names in JSON`() throws {
    let object = try expectRoundTrip(Constructs.Follow(words: .some), .call("Follow"))
    guard case .object(let words)? = object["words"] else { return #expect(Bool(false), "no words in \(object)") }

    #expect(
      words.members.map(\.key) == [
        "class", "self", "init", "Type", "Self", "fields", "writer", "hashValue", "rawValue", "lower_case", "Inner",
        "inner",
      ]
    )
  }

  @Test(arguments: [
    ConstructsError.badTree(tree: .init(name: "a", children: [], byName: [:]), place: .init(line: 3)), .`default`,
    .ioError(class: "disk", error: .init(code: 5)),
  ])
  func `an error is as described and is read as written`(error: ConstructsError) throws {
    let description = try InterfaceDescription(Constructs.description)
    let object = try written(error)
    var fields = JSONFields(object)

    try description.check(object, of: .error(String(error.name.dropFirst(Constructs.name.count + 1))))
    #expect(try ConstructsError(name: error.name, fields: &fields) == error)
    #expect(try ConstructsError(name: "org.example.Other.Default", fields: &fields) == nil)
  }

  @Test func `a missing, a misplaced and an unknown field are refused by name`() throws {
    let refused = [
      #expect(throws: InvalidParameter.self) { try read("{}") as Constructs.Import },
      #expect(throws: InvalidParameter.self) {
        try read(#"{"tree":{"name":"a","children":1,"byName":{}}}"#) as Constructs.Import
      },
      #expect(throws: InvalidParameter.self) { try read(#"{"x":1}"#) as Constructs.IOStatistics },
    ]

    #expect(refused.map { $0?.field } == ["tree", "children", "x"])
  }

  @Test func `calls of systemd's user database are as described`() throws {
    typealias Users = UserDatabaseInterface
    let call = Users.GetUserRecord(uid: 1000, fuzzyNames: ["a"], service: "io.systemd.Multiplexer")
    let reply = Users.GetUserRecord.Reply(record: ["userName": .string("a")], incomplete: false)
    let description = try InterfaceDescription(Users.description)

    try description.check(written(call), of: .call("GetUserRecord"))
    try description.check(written(reply), of: .reply("GetUserRecord"))
    #expect(UserDatabaseError.noRecordFound.name == "io.systemd.UserDatabase.NoRecordFound")
    #expect([Users.GetUserRecord.needsMore, Users.GetMemberships.needsMore] == [false, true])
  }

  @Test func `capitalized fields of systemd's host name keep their names`() throws {
    let reply: HostnameInterface.Describe.Reply = try read(
      #"{"Hostname":"a","KernelName":"Linux","OperatingSystemReleaseData":[],"MachineID":"0","BootID":"1"}"#
    )

    #expect([reply.Hostname, reply.KernelName, reply.MachineID] == ["a", "Linux", "0"])
  }

  @Test func `a record is read and written as existing types`() throws {
    let record = SessionInterface.Record(
      opened: .max,
      notes: ["a": "b"],
      scenes: [.init(number: 1, kind: LampKind.keyboard, level: LampLevel(raw: 7))],
      wait: .milliseconds(1500)
    )
    let text =
      #"{"opened":9223372036854775807,"notes":{"a":"b"},"#
      + #""scenes":[{"number":1,"kind":"keyboard","level":{"raw":7}}],"waitMilliseconds":1500}"#

    #expect(JSON.object(try written(record)).description == text)
    #expect(try read(text) == record)
    let error = #expect(throws: InvalidParameter.self) {
      try read(text.replacing("keyboard", with: "lamp")) as SessionInterface.Record
    }
    #expect(error == InvalidParameter(field: "kind", reason: "expected panel or keyboard, found 'lamp'"))
  }

  @discardableResult
  private func expectRoundTrip<Value: VarlinkValue>(
    _ value: Value,
    _ exchange: DescribedExchange
  ) throws -> JSONObject {
    let object = try written(value)
    try InterfaceDescription(Constructs.description).check(object, of: exchange)
    #expect(try Value(json: JSONInput(.object(object))) == value)
    return object
  }

  private func written(_ value: some JSONObjectWritable) throws -> JSONObject {
    var writer = JSONWriter()
    value.write(to: &writer)
    return try JSONObject(json: JSONInput(try JSON(parsing: writer.bytes)))
  }

  private func read<Value: VarlinkValue>(_ text: String) throws -> Value {
    try Value(json: JSONInput(try JSON(parsing: Array(text.utf8))))
  }
}

private typealias All = ConstructsInterface.All

extension ConstructsInterface.All {
  fileprivate static let minimal = Self(
    bool: false,
    int: .min,
    float: 0.5,
    string: "",
    object: [:],
    color: .`self_`,
    text: .init(value: "a"),
    array: [],
    map: [:],
    set: [:],
    nested: [],
    inline: .init(x: 1, y: .init()),
    empty: .init()
  )

  fileprivate static let full = Self(
    bool: true,
    int: .max,
    float: -1,
    string: "\u{1}\"\\é",
    object: ["a": .array([.null, .bool(true)])],
    color: .init_,
    text: .init(value: ""),
    array: [1, 2],
    map: ["a": 0.5, "b": 1],
    set: ["x": NoFields()],
    nested: [["a": [true, false], "b": nil], [:]],
    optional: [.red, nil, .allCases_],
    inline: .init(x: 1, y: .init(z: 2)),
    mode: [.fast, .in],
    empty: .init()
  )
}

extension ConstructsInterface.Words {
  fileprivate static let some = Self(
    class: 1,
    self_: "me",
    init_: 2,
    Type_: .a,
    Self_: true,
    fields: ["a"],
    writer: "b",
    hashValue_: 3,
    rawValue_: 4,
    lower_case: 5,
    Inner: .init(a: 6),
    inner: .init(b: 7)
  )
}
