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
    if isWhole, let number = integer(digits..<at, isNegative: isNegative) { return .integer(number) }
    return .float(try float(start..<at))
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

  /// Nil where 64 bits do not hold it, and for the zero below zero, which only a float can say.
  private func integer(_ digits: Range<Int>, isNegative: Bool) -> Int64? {
    var number: Int64 = 0
    for byte in bytes[digits] {
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (next, isOver) = isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      if isTooLarge || isOver { return nil }
      number = next
    }
    return isNegative && number == 0 ? nil : number
  }

  private func float(_ range: Range<Int>) throws(JSONError) -> Double {
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw JSONError(.numberOutOfRange, at: range.lowerBound) }
    return number
  }
}
