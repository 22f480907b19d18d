/// Values in a line of a record, which spaces separate.
extension String {
  /// The text with all bytes but visible ASCII, and `%`, as `%XX`.
  package var escapedForRecord: String {
    utf8.map { byte in
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "%") { return String(Unicode.Scalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Nil for what `escapedForRecord` cannot be, except that some of it has other spellings.
  package init?(escapedForRecord value: Substring) {
    var rest = value.utf8
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    self.init(validating: bytes, as: UTF8.self)
  }
}
