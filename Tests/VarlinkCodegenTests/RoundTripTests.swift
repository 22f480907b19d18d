import BrightnessVarlink
import InterfaceChecks
import Testing
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

    try expectRoundTrip(Constructs.Import(tree: tree), .call("Import"))
    try expectRoundTrip(Constructs.Follow.Reply(words: .some), .reply("Follow"))
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
    let object = JSONObject(error)
    var fields = JSONFields(object)

    try description.check(object, of: .error(String(error.name.dropFirst(Constructs.name.count + 1))))
    #expect(try ConstructsError(name: error.name, fields: &fields) == error)
    #expect(try ConstructsError(name: "org.example.Other.Default", fields: &fields) == nil)
  }

  @discardableResult
  private func expectRoundTrip<Value: VarlinkValue>(
    _ value: Value,
    _ exchange: DescribedExchange
  ) throws -> JSONObject {
    let object = JSONObject(value)
    try InterfaceDescription(Constructs.description).check(object, of: exchange)
    #expect(try Value(json: JSONInput(.object(object))) == value)
    return object
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
  static let some = Self(
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
