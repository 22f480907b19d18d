/// A strict JSON parser. It rejects texts that two parsers could understand differently, such as
/// duplicate keys.
struct JSONParser {
  let bytes: [UInt8]
  let nesting: Int
  private(set) var at = 0
  private(set) var depth = 0

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
    return try passes(end)
  }

  /// Skips a comma or the closing bracket; returns whether an element follows.
  private mutating func continues(to end: UInt8) throws(JSONError) -> Bool {
    if try closes(with: end) { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    for byte in word.utf8 { try expect(byte) }
    return value
  }

  private func peek() throws(JSONError) -> UInt8 {
    guard at < bytes.count else { throw JSONError(.endsTooEarly, at: at) }
    return bytes[at]
  }

  /// Skips a byte if it is the next one.
  private mutating func passes(_ byte: UInt8) throws(JSONError) -> Bool {
    guard try peek() == byte else { return false }
    at += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    let found = try peek()
    guard found == byte else { throw JSONError(.unexpected(found), at: at) }
    at += 1
  }

  private mutating func skipSpace() {
    while at < bytes.count, isSpace(bytes[at]) { at += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private mutating func number() throws(JSONError) -> JSON {
    let start = at
    let isNegative = skip(UInt8(ascii: "-"))
    let digits = at
    try skipDigits()
    if bytes[digits] == UInt8(ascii: "0"), at - digits > 1 { throw JSONError(.badNumber, at: start) }
    let wholeEnd = at
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    // Only a float can represent -0.
    if at == wholeEnd, let number = Int64(text), number != 0 || !isNegative { return .integer(number) }
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

/// The members of an object while it is being parsed.
private struct UniqueMembers {
  private(set) var members: [JSONObject.Member] = []
  private var keys: Set<[UInt8]> = []

  /// Up to this many keys are compared one by one: hashing the keys of an ordinary call costs more
  /// than the rest of parsing it.
  private static let few = 16

  mutating func isNew(_ key: String) -> Bool {
    if members.count < Self.few { return !members.contains { $0.key.hasSameBytes(as: key) } }
    if keys.isEmpty { keys = Set(members.map { Array($0.key.utf8) }) }
    return keys.insert(Array(key.utf8)).inserted
  }

  mutating func append(_ member: JSONObject.Member) { members.append(member) }
}

extension JSONParser {
  private mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    try skipPlain()
    guard bytes[at] == UInt8(ascii: "\\") else {
      defer { at += 1 }
      return try validated(start..<at)
    }
    return try escapedString(from: start)
  }

  /// Skips characters up to a quote or an escape.
  private mutating func skipPlain() throws(JSONError) {
    var end = at
    while end < bytes.count, Self.isPlain(bytes[end]) { end += 1 }
    at = end
    let byte = try peek()
    if byte < 0x20 { throw JSONError(.controlCharacter(byte), at: at) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func validated(_ range: Range<Int>) throws(JSONError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
    } catch {
      throw JSONError(.invalidUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
    }
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = try validated(start..<at)
    while bytes[at] == UInt8(ascii: "\\") {
      text.unicodeScalars.append(try escape())
      let start = at
      try skipPlain()
      text += try validated(start..<at)
    }
    at += 1
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = at
    at += 1
    let byte = try peek()
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default: throw JSONError(.unknownEscape(byte), at: at - 1)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try fourDigits()
    if unit == 0 { throw JSONError(.escapedNUL, at: start) }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), try passes(UInt8(ascii: "\\")), try passes(UInt8(ascii: "u")) else {
      throw JSONError(.loneSurrogate, at: start)
    }
    let next = try fourDigits()
    guard UTF16.isTrailSurrogate(next) else { throw JSONError(.loneSurrogate, at: start) }
    return UTF16.decode(UTF16.EncodedScalar([unit, next]))
  }

  private mutating func fourDigits() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "A") + 10)
      default: throw JSONError(.unexpected(byte), at: at)
      }
      at += 1
    }
    return unit
  }
}
