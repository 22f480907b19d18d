import BrightnessEventLoop

public protocol JSONReadable: Sendable {
  init(json: JSONInput) throws(InvalidParameter)
}

/// A value that is read from a JSON object, such as a structure of an interface.
public protocol JSONObjectReadable: JSONReadable {
  init(fields: inout JSONFields) throws(InvalidParameter)
}

/// A JSON value to read, and how strictly.
public struct JSONInput: Sendable {
  public let value: JSON
  /// Whether unknown fields are skipped. A server refuses them; a client accepts those of a newer
  /// server.
  public let allowsUnknownFields: Bool

  public init(_ value: JSON, allowsUnknownFields: Bool = false) {
    self.value = value
    self.allowsUnknownFields = allowsUnknownFields
  }

  func with(_ value: JSON) -> JSONInput { JSONInput(value, allowsUnknownFields: allowsUnknownFields) }
}

/// A field that is missing or unknown, or whose value is refused.
public struct InvalidParameter: Error, Hashable, CustomStringConvertible {
  /// The name of the field without its parents; empty until a reader of fields adds it.
  public let field: String
  /// What is wrong with the field, in words: `expected a string, found 7`.
  public let reason: String

  public init(field: String = "", reason: String) {
    self.field = field
    self.reason = reason
  }

  public init(expected: String, found: JSON) {
    self.init(reason: "expected \(expected), found \(found.inShort)")
  }

  /// A value that is not in an enumeration.
  public init(expected names: [String], found: JSON) {
    let front = names.dropLast().joined(separator: ", ")
    self.init(expected: [front, names.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or "), found: found)
  }

  public var description: String { "cannot read '\(field)': \(reason)" }
}

extension JSON {
  fileprivate var inShort: String {
    switch self {
    case .array: "an array"
    case .object: "an object"
    case .string(let text): text.quotedInShort
    default: description
    }
  }
}

extension JSONObjectReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else {
      throw InvalidParameter(expected: "an object", found: json.value)
    }
    var fields = JSONFields(object, allowsUnknownFields: json.allowsUnknownFields)
    try self.init(fields: &fields)
    try fields.finish()
  }
}

public struct JSONFields: Sendable {
  let object: JSONObject
  private let allowsUnknownFields: Bool
  private var taken: [String] = []

  public init(_ object: JSONObject, allowsUnknownFields: Bool = false) {
    self.object = object
    self.allowsUnknownFields = allowsUnknownFields
  }

  /// Reads a field. An absent field counts as null.
  public mutating func read<Value: JSONReadable>(_ name: String) throws(InvalidParameter) -> Value {
    taken.append(name)
    let value = object[name] ?? .null
    do {
      return try Value(json: JSONInput(value, allowsUnknownFields: allowsUnknownFields))
    } catch {
      guard error.field.isEmpty else { throw error }
      throw InvalidParameter(field: name, reason: value == .null ? "it is missing" : error.reason)
    }
  }

  func finish() throws(InvalidParameter) {
    guard !allowsUnknownFields, object.members.count > 0 else { return }
    for member in object.members where !taken.contains(where: { $0.hasSameBytes(as: member.key) }) {
      throw InvalidParameter(field: member.key, reason: "there is no such field")
    }
  }
}

extension Bool: JSONReadable, JSONWritable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .bool(let value) = json.value else {
      throw InvalidParameter(expected: "true or false", found: json.value)
    }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.append("\(self)") }
}

extension Int64: JSONReadable, JSONWritable {
  /// Above 2^53 - 1, doubles skip integers, so a whole double may differ from the number that the
  /// sender meant.
  private static let largestCounted = 9_007_199_254_740_991.0

  public init(json: JSONInput) throws(InvalidParameter) {
    switch json.value {
    case .integer(let value): self = value
    case .float(let value) where value.magnitude <= Self.largestCounted && value == value.rounded(): self.init(value)
    default: throw InvalidParameter(expected: "an integer", found: json.value)
    }
  }

  public func write(to writer: inout JSONWriter) { writer.append("\(self)") }
}

extension Int: JSONReadable, JSONWritable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard let value = Int(exactly: try Int64(json: json)) else {
      throw InvalidParameter(expected: "an integer", found: json.value)
    }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.append("\(self)") }
}

extension Double: JSONReadable, JSONWritable {
  public init(json: JSONInput) throws(InvalidParameter) {
    switch json.value {
    case .integer(let value): self.init(value)
    case .float(let value): self = value
    default: throw InvalidParameter(expected: "a number", found: json.value)
    }
  }

  /// Writes the shortest digits that read back as the same number.
  public func write(to writer: inout JSONWriter) {
    precondition(isFinite, "\(self) is not a number in JSON")
    writer.append(description)
  }
}

extension String: JSONReadable, JSONWritable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .string(let value) = json.value else {
      throw InvalidParameter(expected: "a string", found: json.value)
    }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Array: JSONReadable where Element: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .array(let elements) = json.value else {
      throw InvalidParameter(expected: "an array", found: json.value)
    }
    self = []
    for element in elements { append(try Element(json: json.with(element))) }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.array { for element in self { element.write(to: &$0) } }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else {
      throw InvalidParameter(expected: "an object", found: json.value)
    }
    self = [:]
    for member in object.members {
      // Swift considers some keys of different bytes equal.
      let former = updateValue(try Value(json: json.with(member.value)), forKey: member.key)
      if former != nil { throw InvalidParameter(field: member.key, reason: "it comes twice") }
    }
  }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.object {
      for (key, value) in sorted(by: { $0.key < $1.key }) {
        $0.key(key)
        value.write(to: &$0)
      }
    }
  }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    self = json.value == .null ? nil : try Wrapped(json: json)
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    guard let value = self else { return writer.append("null") }
    value.write(to: &writer)
  }
}

extension JSONReadable where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .string(let name) = json.value, let value = Self(rawValue: name) else {
      throw InvalidParameter(expected: Self.allCases.map(\.rawValue), found: json.value)
    }
    self = value
  }
}

extension JSONWritable where Self: RawRepresentable, RawValue == String {
  public func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension JSON: JSONReadable, JSONWritable {
  public init(json: JSONInput) { self = json.value }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): value.write(to: &writer)
    case .integer(let value): value.write(to: &writer)
    case .float(let value): value.write(to: &writer)
    case .string(let value): writer.string(value)
    case .array(let elements): elements.write(to: &writer)
    case .object(let object): object.write(to: &writer)
    }
  }
}

extension JSONObject: JSONReadable, JSONObjectWritable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else {
      throw InvalidParameter(expected: "an object", found: json.value)
    }
    self = object
  }

  public func writeFields(to writer: inout JSONWriter) {
    for member in members {
      writer.key(member.key)
      member.value.write(to: &writer)
    }
  }
}
