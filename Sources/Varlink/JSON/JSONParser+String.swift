extension JSONParser {
  mutating func string() throws(JSONError) -> String {
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
    guard UTF16.isLeadSurrogate(unit), try passes("\\"), try passes("u") else {
      throw JSONError(.loneSurrogate, at: start)
    }
    let next = try fourDigits()
    guard UTF16.isTrailSurrogate(next) else { throw JSONError(.loneSurrogate, at: start) }
    return UTF16.decode(UTF16.EncodedScalar([unit, next]))
  }

  private mutating func passes(_ character: Unicode.Scalar) throws(JSONError) -> Bool {
    guard try peek() == UInt8(ascii: character) else { return false }
    at += 1
    return true
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
