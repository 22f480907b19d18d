import EventLoop
import Glibc

/// A sysfs attribute, read and written as the plain file that it is.
///
/// Nothing is cached, and no descriptor is kept: one that was open when its device went answers `ENODEV` even after the
/// device is back.
public struct AttributeFile: Hashable, Sendable {
  /// What one read gives at most of most attributes, on most machines.
  private static let page = 4096
  /// The triggers of an LED are a list that may take several pages.
  static let limit = 65_536

  public let path: String

  public init(path: String) {
    self.path = path
  }

  public var exists: Bool { access(path, F_OK) == 0 }

  /// The text without its last newline; what is shorter than a page is read in one call.
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

  /// The number that the file holds, in the one way in which the kernel writes it.
  public func number() throws(LightError) -> Int {
    try number(in: text())
  }

  /// The number that was read from the file as this text: what may follow its line is left of a longer one.
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

  /// Writes plain decimal: to a backlight `010` would be eight.
  public func write(_ number: Int) throws(LightError) {
    precondition(number >= 0, "a light has no level \(number)")
    try write("\(number)")
  }

  /// Writes the text and a newline in one call; returns when the driver has answered.
  public func write(_ text: String) throws(LightError) {
    let file = try open(O_WRONLY)
    let bytes = Array("\(text)\n".utf8)
    let taken = try lightCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
    // A file of a fake tree keeps the tail of a longer old text; to sysfs it is all the same. If the file was cut before, whoever
    // is killed in between would leave one that holds nothing.
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
