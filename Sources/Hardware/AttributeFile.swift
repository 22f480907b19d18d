import EventLoop
import Glibc

/// A sysfs attribute.
///
/// Opened for every access: a descriptor from before a device was removed answers `ENODEV` even after the device is back.
public struct AttributeFile: Hashable, Sendable {
  /// The usual size of a memory page, the limit of most attributes.
  private static let page = 4096
  /// An LED's list of triggers can span several pages.
  static let limit = 65_536

  public let path: String

  public init(path: String) {
    self.path = path
  }

  public var exists: Bool { access(path, F_OK) == 0 }

  /// The text without its last newline. A text below a page is read in one call, so that it cannot change in between.
  public func text() throws(LightError) -> String {
    let file = try open(O_RDONLY)
    let text = try withUnsafeTemporaryAllocation(byteCount: Self.page, alignment: 1) { (page) throws(LightError) in
      var count = try read(file, into: page)
      if count < page.count { return String(decoding: page[..<count], as: UTF8.self) }
      var bytes = Array(page)
      repeat {
        count = try read(file, into: page)
        bytes += page[..<count]
        if bytes.count > Self.limit { throw .tooLong(path: path, limit: Self.limit) }
      } while count > 0
      return String(decoding: bytes, as: UTF8.self)
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func read(_ file: borrowing Descriptor, into page: UnsafeMutableRawBufferPointer) throws(LightError) -> Int {
    try lightCall("read", path) { Glibc.read(file.number, page.baseAddress, page.count) }
  }

  /// The number in the file, in the kernel's own spelling.
  public func number() throws(LightError) -> Int {
    try number(in: text())
  }

  /// Parses a text read from the file. Only the first line counts: in a fake tree, a longer old text can remain behind it.
  func number(in text: String) throws(LightError) -> Int {
    guard let number = Int(attribute: text.prefix { $0 != "\n" }) else {
      throw .unexpected(path: path, found: text, wanted: "a whole number up to \(Int32.max)")
    }
    return number
  }

  /// One of a few words.
  func word<Word: RawRepresentable & CaseIterable>(
    _: Word.Type = Word.self
  ) throws(LightError) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unexpected(path: path, found: text, wanted: "one of \(words)")
    }
    return word
  }

  /// Writes plain decimal: a backlight parses with base 0, and would take `010` as eight.
  public func write(_ number: Int) throws(LightError) {
    precondition(number >= 0, "a light has no level \(number)")
    try write("\(number)")
  }

  /// Writes the text and a newline in one call, which returns when the driver has answered.
  public func write(_ text: String) throws(LightError) {
    let file = try open(O_WRONLY)
    let bytes = Array("\(text)\n".utf8)
    let taken = try lightCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
    // A plain file of a fake tree keeps the tail of a longer old text; sysfs ignores this call. Truncating before the write
    // would leave an empty file if the process is killed in between.
    _ = ftruncate(file.number, bytes.count)
  }

  private func open(_ flags: CInt) throws(LightError) -> Descriptor {
    do {
      return try Descriptor(opening: path, flags)
    } catch {
      throw .refused(error)
    }
  }
}

extension AttributeFile: CustomStringConvertible {
  public var description: String { path }
}

extension Int {
  /// Parses a level as the kernel prints it: 0 to 2³¹−1, decimal digits only, no leading zero.
  init?(attribute text: some StringProtocol) {
    let digits = text.utf8
    guard (1...10).contains(digits.count), digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      digits.count == 1 || digits.first != UInt8(ascii: "0"),
      let number = Int(text), number <= Int32.max
    else { return nil }
    self = number
  }
}
