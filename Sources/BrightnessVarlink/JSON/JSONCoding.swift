/// Converts `Codable` values to JSON and back: for files of our own, whose types need no interface
/// description.
///
/// A duration is an integer of nanoseconds. A value that does not fit its type exactly is an error
/// when decoding.
public enum JSONCoding {
  public static func json(_ value: some Encodable) throws -> JSON {
    let node = Node()
    try node.encode(value)
    return node.json
  }

  /// The bytes of the value's JSON, without an end of line.
  public static func line(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    try json(value).write(to: &writer)
    return writer.bytes
  }

  public static func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: JSON) throws -> Value {
    try Source(json: json).decode(type)
  }
}

/// The place of one value in the tree that is being encoded; containers hand out places before
/// their values are known.
private final class Node: Encoder, SingleValueEncodingContainer {
  private var value = JSON.null
  private var members: [(key: String, node: Node)]?
  private(set) var elements: [Node]?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  var json: JSON {
    if let elements { return .array(elements.map(\.json)) }
    guard let members else { return value }
    return .object(JSONObject(unique: members.map { JSONObject.Member(key: $0.key, value: $0.node.json) }))
  }

  func encodeNil() {}

  func encode(_ value: some Encodable) throws {
    switch value {
    case let duration as Duration: self.value = .integer(duration.nanoseconds)
    case let bool as Bool: self.value = .bool(bool)
    case let text as String: self.value = .string(text)
    case let number as Double: self.value = .float(number)
    case let number as any FixedWidthInteger:
      guard let number = Int64(exactly: number) else {
        throw JSONCodingError("a number of 64 bits", found: .string("\(number)"))
      }
      self.value = .integer(number)
    default: try value.encode(to: self)
    }
  }

  /// A place for a member, or without a key for an element.
  func child(_ key: (any CodingKey)? = nil) -> Node {
    let child = Node()
    if let key { members?.append((key.stringValue, child)) } else { elements?.append(child) }
    return child
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members = members ?? []
    return KeyedEncodingContainer(KeyedNode<Key>(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return ListNode(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) {}
  func encode(_ value: some Encodable, forKey key: Key) throws { try node.child(key).encode(value) }
  func superEncoder() -> any Encoder { node }
  func superEncoder(forKey key: Key) -> any Encoder { node.child(key) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node.child(key).unkeyedContainer() }
  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
    node.child(key).container(keyedBy: type)
  }
}

private struct ListNode: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey] = []
  var count: Int { node.elements?.count ?? 0 }

  func encodeNil() { _ = node.child() }
  func encode(_ value: some Encodable) throws { try node.child().encode(value) }
  func superEncoder() -> any Encoder { node.child() }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.child().unkeyedContainer() }
  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
    node.child().container(keyedBy: type)
  }
}

private struct Source: Decoder, SingleValueDecodingContainer {
  let json: JSON
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func decodeNil() -> Bool { json == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let integer: Int64? = if case .integer(let number) = json { number } else { nil }
    let decoded: Any? =
      switch type {
      case is Duration.Type: integer.map { Duration.nanoseconds($0) }
      case is Bool.Type: try? Bool(json: JSONInput(json))
      case is String.Type: try? String(json: JSONInput(json))
      case is Double.Type: try? Double(json: JSONInput(json))
      case let type as any FixedWidthInteger.Type: integer.flatMap { type.exactly($0) }
      default: try Value(from: self)
      }
    guard let value = decoded as? Value else { throw JSONCodingError("\(type)", found: json) }
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = json else { throw JSONCodingError("an object", found: json) }
    return KeyedDecodingContainer(KeyedSource<Key>(object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let array) = json else { throw JSONCodingError("an array", found: json) }
    return ListSource(array: array)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

private struct KeyedSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }
  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { object[key.stringValue] ?? .null == .null }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try source(key).decode(type) }
  func superDecoder() throws -> any Decoder { Source(json: .object(object)) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try source(key) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source(key).unkeyedContainer()
  }
  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> { try source(key).container(keyedBy: type) }

  private func source(_ key: Key) throws -> Source {
    guard let json = object[key.stringValue] else {
      throw JSONCodingError("a field '\(key.stringValue)'", found: .object(object))
    }
    return Source(json: json)
  }
}

private struct ListSource: UnkeyedDecodingContainer {
  let array: [JSON]
  let codingPath: [any CodingKey] = []
  var currentIndex = 0

  var count: Int? { array.count }
  var isAtEnd: Bool { currentIndex == array.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, array[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }
  mutating func superDecoder() throws -> any Decoder { try next() }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) throws -> KeyedDecodingContainer<Other> {
    try next().container(keyedBy: type)
  }

  private mutating func next() throws -> Source {
    guard !isAtEnd else { throw JSONCodingError("one more element", found: .array(array)) }
    defer { currentIndex += 1 }
    return Source(json: array[currentIndex])
  }
}

/// JSON that cannot be decoded as the expected type.
public struct JSONCodingError: Error, CustomStringConvertible {
  public let description: String

  fileprivate init(_ expected: String, found: JSON) {
    description = "expected \(expected), found \(found.kind)"
  }
}

extension FixedWidthInteger {
  fileprivate static func exactly(_ number: Int64) -> Any? { Self(exactly: number) }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
