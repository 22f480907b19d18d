import Varlink

/// Everything that a type of an interface may hold.
struct MyType: JSONObjectReadable, JSONObjectWritable, Equatable {
  struct Pair: JSONObjectReadable, JSONObjectWritable, Equatable {
    var first: Int
    var second: String

    init(first: Int, second: String) {
      self.first = first
      self.second = second
    }

    init(fields: inout JSONFields) throws(InvalidParameter) {
      first = try fields.read("first")
      second = try fields.read("second")
    }

    func writeFields(to writer: inout JSONWriter) {
      writer.field("first", first)
      writer.field("second", second)
    }
  }

  enum Number: String, CaseIterable, JSONReadable, JSONWritable {
    case one, two, three
  }

  var object: JSONObject
  var number: Number
  var pair: Pair
  var array: [String]
  var dictionary: [String: String]
  var set: StringSet
  var nullable: String?
  var nullablePairs: [Pair]?
  var interface: Interface

  static let wanted = MyType(
    object: [
      "method": .string("org.varlink.certification.Test09"),
      "parameters": .object(["map": .object(["foo": .string("Foo"), "bar": .string("Bar")])]),
    ],
    number: .two,
    pair: Pair(first: 1, second: "2"),
    array: ["one", "two", "three"],
    dictionary: ["foo": "Foo", "bar": "Bar"],
    set: StringSet(members: ["one", "two", "three"]),
    interface: Interface(
      foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
      anonymous: Interface.Anonymous(foo: true, bar: false)
    )
  )
}

extension MyType {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    object = try fields.read("object")
    number = try fields.read("enum")
    pair = try fields.read("struct")
    array = try fields.read("array")
    dictionary = try fields.read("dictionary")
    set = try fields.read("stringset")
    nullable = try fields.read("nullable")
    nullablePairs = try fields.read("nullable_array_struct")
    interface = try fields.read("interface")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("object", object)
    writer.field("enum", number)
    writer.field("struct", pair)
    writer.field("array", array)
    writer.field("dictionary", dictionary)
    writer.field("stringset", set)
    writer.field("nullable", nullable)
    writer.field("nullable_array_struct", nullablePairs)
    writer.field("interface", interface)
  }

  /// Two values are the same if their objects are, in whatever order their members came.
  static func == (one: MyType, other: MyType) -> Bool {
    (one.object.sorted, one.number, one.pair, one.array) == (other.object.sorted, other.number, other.pair, other.array)
      && (one.dictionary, one.set, one.nullable) == (other.dictionary, other.set, other.nullable)
      && (one.nullablePairs, one.interface) == (other.nullablePairs, other.interface)
  }
}

struct Interface: JSONObjectReadable, JSONObjectWritable, Equatable {
  enum Name: String, CaseIterable, JSONReadable, JSONWritable {
    case foo, bar, baz
  }

  struct Anonymous: JSONObjectReadable, JSONObjectWritable, Equatable {
    var foo: Bool
    var bar: Bool

    init(foo: Bool, bar: Bool) {
      self.foo = foo
      self.bar = bar
    }

    init(fields: inout JSONFields) throws(InvalidParameter) {
      foo = try fields.read("foo")
      bar = try fields.read("bar")
    }

    func writeFields(to writer: inout JSONWriter) {
      writer.field("foo", foo)
      writer.field("bar", bar)
    }
  }

  var foo: [[String: Name]?]?
  var anonymous: Anonymous

  init(foo: [[String: Name]?]?, anonymous: Anonymous) {
    self.foo = foo
    self.anonymous = anonymous
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    foo = try fields.read("foo")
    anonymous = try fields.read("anon")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("foo", foo)
    writer.field("anon", anonymous)
  }
}

extension JSONObject {
  /// The same with the members in the order of their keys, also inside.
  fileprivate var sorted: JSONObject {
    var sorted = JSONObject()
    for member in members.sorted(by: { $0.key < $1.key }) {
      if case .object(let inner) = member.value {
        sorted[member.key] = .object(inner.sorted)
      } else {
        sorted[member.key] = member.value
      }
    }
    return sorted
  }
}
