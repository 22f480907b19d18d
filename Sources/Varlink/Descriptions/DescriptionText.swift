struct DescriptionText {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func passSpace() {
    _ = taken { " \t\n".utf8.contains($0) }
  }

  func sees(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

  mutating func take(_ mark: String) -> Bool {
    guard sees(mark) else { return false }
    offset += mark.utf8.count
    return true
  }

  mutating func word() -> String { taken { Character(Unicode.Scalar($0)).isLetterOrDigit || ".-_".utf8.contains($0) } }

  /// Reads up to the end of the line or a control character.
  mutating func line() -> String { taken { $0 == UInt8(ascii: "\t") || $0 >= UInt8(ascii: " ") && $0 != 0x7F } }

  var isAtEndOfLine: Bool { isAtEnd || bytes[offset] == UInt8(ascii: "\n") }

  /// Line and column of an offset, both from 1, the column in Unicode scalars.
  func position(of place: Int) -> (line: Int, column: Int) {
    let before = bytes[..<place]
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
    let breaks = before.count { $0 == UInt8(ascii: "\n") }
    return (breaks + 1, line.count { !$0.isContinuation } + 1)
  }

  /// The word or else the character at an offset; nil at the end.
  func piece(at place: Int) -> String? {
    guard place < bytes.count else { return nil }
    var rest = self
    rest.offset = place
    let word = rest.word()
    guard word.isEmpty else { return word }
    let tail = bytes[(place + 1)...].prefix { $0.isContinuation }
    return String(decoding: bytes[place...place] + tail, as: UTF8.self)
  }

  private mutating func taken(while belongs: (UInt8) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

enum DescriptionName {
  case interface, member, field

  var expected: String {
    switch self {
    case .interface: "the name of an interface such as org.example.ping"
    case .member: "a name such as Ping"
    case .field: "a name such as pingCount"
    }
  }

  func allows(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isLetter else { return false }
    switch self {
    case .interface:
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      return labels.count > 1 && labels.allSatisfy(Self.isLabel)
    case .member: return first.isUppercase && name.allSatisfy(\.isLetterOrDigit)
    case .field:
      let words = name.split(separator: "_", omittingEmptySubsequences: false)
      return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLetterOrDigit) }
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    guard let first = label.first, let last = label.last else { return false }
    return first.isLetterOrDigit && last.isLetterOrDigit && label.allSatisfy { $0.isLetterOrDigit || $0 == "-" }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
