/// A message of Wayland's wire: a request or an event of an object, with its arguments.
///
/// Its first word is the object. The second has the size of the whole message in its upper half,
/// and in its lower half the code: the place of the request, or of the event, in the description of
/// the object's interface. All words have the byte order of the machine (wayland 1.23,
/// doc/publican/sources/Protocol.xml, "Wire Format").
struct WireMessage: Hashable {
  enum Argument: Hashable {
    /// An unsigned number, or that of an object, a new one included.
    case number(UInt32)
    case text(String)
  }

  static let headerSize = 8

  let object: UInt32
  let code: UInt16
  /// As they are on the wire.
  let arguments: [UInt8]

  init(to object: UInt32, code: UInt16, _ arguments: [Argument] = []) {
    self.init(object, code, arguments.flatMap(\.bytes))
  }

  fileprivate init(_ object: UInt32, _ code: UInt16, _ arguments: [UInt8]) {
    self.object = object
    self.code = code
    self.arguments = arguments
  }

  var bytes: [UInt8] {
    let size = UInt32(Self.headerSize + arguments.count)
    return object.bytes + (size << 16 | UInt32(code)).bytes + arguments
  }
}

extension WireMessage.Argument {
  /// A text ends with a zero, which its length counts, and is filled up to a whole word.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .number(let number): return number.bytes
    case .text(let text):
      let length = text.utf8.count + 1
      return UInt32(length).bytes + text.utf8 + [UInt8](repeating: 0, count: length.inWholeWords - length + 1)
    }
  }
}

/// What is no message, or has other arguments than its interface says.
struct MalformedMessage: Error, Hashable {}

/// The messages in the bytes of a connection, which may come in any pieces.
struct MessageReader {
  /// No more than one message that is not complete, and what was appended to it.
  private var bytes: [UInt8] = []

  mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  /// The next message; nil if it is not complete.
  mutating func next() throws(MalformedMessage) -> WireMessage? {
    guard bytes.count >= WireMessage.headerSize else { return nil }
    let (object, word) = (bytes[..<4].word, bytes[4..<8].word)
    let size = Int(word >> 16)
    guard size >= WireMessage.headerSize, size == size.inWholeWords else { throw MalformedMessage() }
    guard bytes.count >= size else { return nil }
    defer { bytes.removeFirst(size) }
    return WireMessage(object, UInt16(truncatingIfNeeded: word), Array(bytes[WireMessage.headerSize..<size]))
  }
}

/// The arguments of a message, one after the other.
struct ArgumentReader {
  private var rest: ArraySlice<UInt8>

  init(_ message: WireMessage) { rest = message.arguments[...] }

  mutating func number() throws(MalformedMessage) -> UInt32 { try take(4).word }

  /// A text that may not be absent. What is no UTF-8 in it is replaced.
  mutating func text() throws(MalformedMessage) -> String {
    let length = Int(try number())
    let bytes = try take(length.inWholeWords).prefix(length)
    guard bytes.last == 0 else { throw MalformedMessage() }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Nothing may follow the last argument.
  func end() throws(MalformedMessage) {
    guard rest.isEmpty else { throw MalformedMessage() }
  }

  private mutating func take(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension Int {
  fileprivate var inWholeWords: Int { (self + 3) & ~3 }
}

extension UInt32 {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self, Array.init) }
}

extension ArraySlice<UInt8> {
  fileprivate var word: UInt32 { withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) } }
}
