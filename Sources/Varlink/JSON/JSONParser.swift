/// A strict JSON parser: it rejects texts that two parsers could understand differently, such as a key twice.
struct JSONParser {
  let bytes: [UInt8]
  let nesting: Int
  var at = 0
  private var depth = 0

  init(_ bytes: [UInt8], nesting: Int) {
    self.bytes = bytes
    self.nesting = nesting
  }

  mutating func document() throws(JSONError) -> JSON {
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
    var object = UniqueMembers()
    try open()
    if try !closes(with: UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        let start = at
        guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpected(bytes[at]), at: at) }
        let key = try string()
        guard object.isNew(key) else { throw JSONError(.twice(key: key), at: start) }
        skipSpace()
        try expect(UInt8(ascii: ":"))
        object.append(JSONObject.Member(key: key, value: try value()))
      } while try continues(to: UInt8(ascii: "}"))
    }
    depth -= 1
    return JSONObject(unique: object.members)
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

  /// Skips the closing bracket of an empty array or object.
  private mutating func closes(with end: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard try peek() == end else { return false }
    at += 1
    return true
  }

  /// Skips a comma or the closing bracket; whether an element follows.
  private mutating func continues(to end: UInt8) throws(JSONError) -> Bool {
    if try closes(with: end) { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    for byte in word.utf8 { try expect(byte) }
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

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

extension JSONParser {
  mutating func number() throws(JSONError) -> JSON {
    let start = at
    let isNegative = skip(UInt8(ascii: "-"))
    let digits = at
    try skipDigits()
    if bytes[digits] == UInt8(ascii: "0"), at - digits > 1 { throw JSONError(.badNumber, at: start) }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      try skipDigits()
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    // Only a float can represent -0.
    if isWhole, let number = Int64(text), number != 0 || !isNegative { return .integer(number) }
    guard let number = Double(text), number.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
    return .float(number)
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipDigits() throws(JSONError) {
    guard isDigit(try peek()) else { throw JSONError(.badNumber, at: at) }
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// Members of an object that is being read.
private struct UniqueMembers {
  private(set) var members: [JSONObject.Member] = []
  private var keys: Set<[UInt8]> = []

  /// Few keys are compared one by one: hashing those of an ordinary call costs more than all else of reading it.
  private static let few = 16

  mutating func isNew(_ key: String) -> Bool {
    if members.count < Self.few { return !members.contains { $0.key.hasSameBytes(as: key) } }
    if keys.isEmpty { keys = Set(members.map { Array($0.key.utf8) }) }
    return keys.insert(Array(key.utf8)).inserted
  }

  mutating func append(_ member: JSONObject.Member) { members.append(member) }
}
