/// A text with a read position.
struct DescriptionText {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func passSpace() {
    while offset < bytes.count, bytes[offset].isSpace {
      offset += 1
    }
  }

  func sees(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

  /// Skips the mark if it comes next.
  mutating func take(_ mark: String) -> Bool {
    guard sees(mark) else { return false }
    offset += mark.utf8.count
    return true
  }

  /// Reads letters, digits, points, hyphens and underscores.
  mutating func word() -> String {
    taken { $0.isOfWord }
  }

  /// Reads up to the end of the line or a control character.
  mutating func line() -> String {
    taken { $0 == UInt8(ascii: "\t") || $0 >= UInt8(ascii: " ") && $0 != 0x7F }
  }

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
    while offset < bytes.count, belongs(bytes[offset]) {
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n")
  }

  fileprivate var isOfWord: Bool {
    isLetterOrDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

/// Syntax of names.
enum DescriptionName {
  case interface, member, field

  func allows(_ name: String) -> Bool {
    switch self {
    case .interface: Self.isInterface(Array(name.utf8))
    case .member: Self.isMember(Array(name.utf8))
    case .field: Self.isField(Array(name.utf8))
    }
  }

  private static func isInterface(_ name: [UInt8]) -> Bool {
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count > 1 && name[0].isLetter && labels.allSatisfy(isLabel)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    guard let first = label.first, let last = label.last else { return false }
    return first.isLetterOrDigit && last.isLetterOrDigit
      && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  private static func isMember(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first.isCapital else { return false }
    return name.allSatisfy { $0.isLetterOrDigit }
  }

  private static func isField(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    let words = name.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetterOrDigit } }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  var isLetter: Bool { isCapital || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  var isLetterOrDigit: Bool { isLetter || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
