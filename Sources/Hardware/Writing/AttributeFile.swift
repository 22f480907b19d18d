import EventLoop
import Glibc

/// A sysfs attribute. Opened for every access: a descriptor from before a device was removed answers `ENODEV` even
/// after the device is back.
public struct AttributeFile: Hashable, Sendable, CustomStringConvertible {
  /// An LED's list of triggers can span several pages.
  static let limit = 65_536
  static let number = "a whole number up to \(Int32.max)"

  public let path: String

  public init(path: String) { self.path = path }

  public var description: String { path }

  public var exists: Bool { access(path, F_OK) == 0 }

  /// The text without its last newline.
  public func text() throws(LightError) -> String {
    var bytes = try converting(LightError.refused) { () throws(SystemError) in
      try Descriptor.contents(of: path, upTo: Self.limit)
    }
    if bytes.count > Self.limit { throw .tooLong(path: path, limit: Self.limit) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number in the file, in the kernel's own spelling.
  public func number() throws(LightError) -> Int {
    try number(in: text())
  }

  /// Parses a text read from the file. Only the first line counts: in a fake tree, a longer old text can remain behind it.
  func number(in text: String) throws(LightError) -> Int {
    guard let number = Int(attribute: text.prefix { $0 != "\n" }) else {
      throw .unexpected(path: path, found: text, wanted: Self.number)
    }
    return number
  }

  /// Writes the text and a newline in one call, which returns when the driver has answered.
  public func write(_ text: String) throws(LightError) {
    let file = try converting(LightError.refused) { () throws(SystemError) in
      try Descriptor(opening: path, O_WRONLY)
    }
    let bytes = Array("\(text)\n".utf8)
    let taken = try lightCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
    // A plain file of a fake tree keeps the tail of a longer old text; sysfs ignores this call. Truncating before the write
    // would leave an empty file if the process is killed in between.
    _ = ftruncate(file.number, bytes.count)
  }
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
