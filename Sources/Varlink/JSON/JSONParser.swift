/// Reads a text from its bytes, strictly: one value, and nothing that two readers could understand differently.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let nesting: Int
  var at = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, nesting: Int) {
    self.bytes = bytes
    self.nesting = nesting
  }

  mutating func text() throws(JSONError) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(.byteOrderMark, at: 0) }
    let value = try value()
    skipSpace()
    guard at == bytes.count else { throw JSONError(.trailing(bytes[at]), at: at) }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case let byte: throw JSONError(.unexpected(byte), at: at)
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    var members: [JSONObject.Member] = []
    var keys = KeySet()
    try open()
    if try !closes(with: UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        let start = at
        guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpected(bytes[at]), at: at) }
        let key = try string()
        guard keys.insert(key, after: members) else { throw JSONError(.twice(key: key), at: start) }
        skipSpace()
        try expect(UInt8(ascii: ":"))
        members.append(JSONObject.Member(key: key, value: try value()))
      } while try continues(to: UInt8(ascii: "}"))
    }
    depth -= 1
    return JSONObject(unique: members)
  }

  private mutating func array() throws(JSONError) -> [JSON] {
    var elements: [JSON] = []
    try open()
    if try !closes(with: UInt8(ascii: "]")) {
      repeat { elements.append(try value()) } while try continues(to: UInt8(ascii: "]"))
    }
    depth -= 1
    return elements
  }

  private mutating func open() throws(JSONError) {
    depth += 1
    guard depth <= nesting else { throw JSONError(.tooDeep(limit: nesting), at: at) }
    at += 1
  }

  /// Passes over the end of something empty.
  private mutating func closes(with end: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard try peek() == end else { return false }
    at += 1
    return true
  }

  /// Passes over a comma, or over the end.
  private mutating func continues(to end: UInt8) throws(JSONError) -> Bool {
    if try closes(with: end) { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    return value
  }
}

extension JSONParser {
  func peek() throws(JSONError) -> UInt8 {
    guard at < bytes.count else { throw JSONError(.endsTooEarly, at: at) }
    return bytes[at]
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    let found = try peek()
    guard found == byte else { throw JSONError(.unexpected(found), at: at) }
    at += 1
  }

  mutating func skipSpace() {
    while at < bytes.count, isSpace(bytes[at]) { at += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// Knows the keys of an object while it is read; only a large one pays for a set.
private struct KeySet {
  private static let few = 16
  private var keys: Set<[UInt8]> = []

  mutating func insert(_ key: String, after members: [JSONObject.Member]) -> Bool {
    guard members.count >= Self.few else { return !members.contains { $0.key.hasSameBytes(as: key) } }
    if members.count == Self.few { keys = Set(members.map { Array($0.key.utf8) }) }
    return keys.insert(Array(key.utf8)).inserted
  }
}
