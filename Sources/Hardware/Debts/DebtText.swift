/// How debts are written down: a line that names the version, a line for each debt, and a line with a checksum of all
/// before it.
///
/// ```
/// brightnessd debts 1
/// light=backlight/intel_backlight anchor=/sys/… kind=panel raw=400 maximum=1060 share=0.377 off=no
/// end 0123456789abcdef
/// ```
///
/// Each state of the debts has one text, and any other is refused: a reader that mends would guess.
enum DebtText {
  private static let version = 1
  private static let title = "brightnessd debts "

  static func bytes(of debts: [Debt]) -> [UInt8] {
    var bytes = Array("\(title)\(version)\n".utf8)
    for debt in debts { append(debt, to: &bytes) }
    return sealed(bytes)
  }

  /// With the line by which a reader sees that nothing is missing, and nothing else.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + end(of: bytes) }

  static func debts(in bytes: [UInt8]) throws(StateFlaw) -> [Debt] {
    try checkVersion(of: bytes)
    guard let start = bytes.dropLast().lastIndex(of: newline).map({ $0 + 1 }),
      bytes[start...].elementsEqual(end(of: bytes[..<start]))
    else { throw .torn }
    var debts: [Debt] = []
    let lines = bytes[..<(start - 1)].split(separator: newline, omittingEmptySubsequences: false).dropFirst()
    for (index, line) in lines.enumerated() {
      guard let debt = debt(in: line) else { throw .garbled(line: index + 2) }
      if debts.contains(where: debt.isOfSameLight) { throw .twice(line: index + 2) }
      debts.append(debt)
    }
    return debts
  }

  private static func checkVersion(of bytes: [UInt8]) throws(StateFlaw) {
    guard bytes.starts(with: title.utf8) else { throw title.utf8.starts(with: bytes) ? .torn : .unknown }
    guard let end = bytes.firstIndex(of: newline) else { throw .torn }
    guard let found = Int(attribute: String(decoding: bytes[title.utf8.count..<end], as: UTF8.self)) else {
      throw .unknown
    }
    if found != version { throw found > version ? .newer(version: found, known: version) : .unknown }
  }

  private static func end(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = String(checksum(of: bytes), radix: 16)
    return Array("end \(String(repeating: "0", count: 16 - digits.count))\(digits)\n".utf8)
  }

  /// FNV-1a: each step is a bijection, so no change of a single byte can be missed.
  private static func checksum(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static let newline = UInt8(ascii: "\n")
}
