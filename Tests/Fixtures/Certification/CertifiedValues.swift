import Varlink

/// A value of the interface that a test gives, and the next one takes, under the same name.
protocol CertifiedValue: JSONReadable, JSONWritable, Equatable {
  static var field: StaticString { get }
}

extension Bool: CertifiedValue { static var field: StaticString { "bool" } }
extension Int: CertifiedValue { static var field: StaticString { "int" } }
extension Double: CertifiedValue { static var field: StaticString { "float" } }
extension String: CertifiedValue { static var field: StaticString { "string" } }
extension Numbers: CertifiedValue { static var field: StaticString { "struct" } }
extension [String: String]: CertifiedValue { static var field: StaticString { "map" } }
extension StringSet: CertifiedValue { static var field: StaticString { "set" } }
extension MyType: CertifiedValue { static var field: StaticString { "mytype" } }
extension [String]: CertifiedValue { static var field: StaticString { "last_more_replies" } }

/// The parameters of a test: the caller, and a value.
struct Given<Value: CertifiedValue>: JSONObjectReadable, JSONObjectWritable {
  var clientID: String
  var value: Value

  init(_ clientID: String, _ value: Value) {
    self.clientID = clientID
    self.value = value
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    clientID = try fields.read("client_id")
    value = try fields.read(Value.field.description)
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("client_id", clientID)
    writer.field(Value.field, value)
  }
}

/// The reply of a test: a value.
struct Gave<Value: CertifiedValue>: JSONObjectReadable, JSONObjectWritable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    value = try fields.read(Value.field.description)
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field(Value.field, value)
  }
}

struct OnlyCaller: JSONObjectReadable, JSONObjectWritable {
  var clientID: String

  init(clientID: String) {
    self.clientID = clientID
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    clientID = try fields.read("client_id")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("client_id", clientID)
  }
}

typealias Admitted = OnlyCaller

struct Verdict: JSONObjectReadable, JSONObjectWritable {
  var allOK: Bool

  init(allOK: Bool) {
    self.allOK = allOK
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    allOK = try fields.read("all_ok")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("all_ok", allOK)
  }
}

/// The four kinds of simple values.
struct Numbers: JSONObjectReadable, JSONObjectWritable, Equatable {
  var bool: Bool
  var int: Int
  var float: Double
  var string: String

  init(bool: Bool, int: Int, float: Double, string: String) {
    self.bool = bool
    self.int = int
    self.float = float
    self.string = string
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    bool = try fields.read("bool")
    int = try fields.read("int")
    float = try fields.read("float")
    string = try fields.read("string")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("bool", bool)
    writer.field("int", int)
    writer.field("float", float)
    writer.field("string", string)
  }
}

/// The same beside who calls, not inside a struct.
struct FlatNumbers: JSONObjectReadable, JSONObjectWritable {
  var clientID: String
  var numbers: Numbers

  init(clientID: String, numbers: Numbers) {
    self.clientID = clientID
    self.numbers = numbers
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    clientID = try fields.read("client_id")
    numbers = try Numbers(fields: &fields)
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("client_id", clientID)
    numbers.writeFields(to: &writer)
  }
}

/// A set of strings: an object whose members are empty objects.
struct StringSet: JSONReadable, JSONWritable, Equatable {
  var members: Set<String>

  init(members: Set<String>) {
    self.members = members
  }

  init(json: JSONInput) throws(InvalidParameter) {
    members = Set(try [String: NoFields](json: json).keys)
  }

  func write(to writer: inout JSONWriter) {
    let fields = Dictionary(uniqueKeysWithValues: members.map { ($0, NoFields()) })
    fields.write(to: &writer)
  }
}
