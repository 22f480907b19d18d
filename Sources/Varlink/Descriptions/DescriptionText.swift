/// A text that is read from its front, and tells where the reader stands.
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

  /// Goes behind the mark, if it stands here.
  mutating func take(_ mark: String) -> Bool {
    guard sees(mark) else { return false }
    offset += mark.utf8.count
    return true
  }

  /// The letters, digits, points, hyphens and underscores that stand here in a row.
  mutating func word() -> String {
    taken { $0.isOfWord }
  }

  /// What stands here, up to the end of the line or a control character.
  mutating func line() -> String {
    taken { $0 == UInt8(ascii: "\t") || $0 >= UInt8(ascii: " ") && $0 != 0x7F }
  }

  var isAtEndOfLine: Bool { isAtEnd || bytes[offset] == UInt8(ascii: "\n") }

  /// The line and the column of a place, both counted from 1, the column in Unicode scalars.
  func position(of place: Int) -> (line: Int, column: Int) {
    let before = bytes[..<place]
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
    let breaks = before.count { $0 == UInt8(ascii: "\n") }
    return (breaks + 1, line.count { !$0.isContinuation } + 1)
  }

  /// The word or else the one character at a place, nothing at the end.
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
