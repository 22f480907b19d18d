import BrightnessEventLoop
import Glibc

/// A sysfs attribute. Opened for every access, or at most for one job (`OpenAttribute`): a
/// descriptor opened before the device was removed returns `ENODEV` even after the device is back.
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
    try text { () throws(SystemError) in try Descriptor.contents(of: path, upTo: Self.limit) }
  }

  fileprivate func text(_ contents: () throws(SystemError) -> [UInt8]) throws(LightError) -> String {
    var bytes = try converting(LightError.refused, contents)
    if bytes.count > Self.limit { throw .tooLong(path: path, limit: Self.limit) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number in the file, in the kernel's own spelling.
  public func number() throws(LightError) -> Int {
    try number(in: text())
  }

  /// Parses a text read from the file. Only the first line counts.
  func number(in text: String) throws(LightError) -> Int {
    guard let number = Int(attribute: text.firstLine) else {
      throw .unexpected(path: path, found: text, wanted: Self.number)
    }
    return number
  }

  /// Writes the text and a newline in one call, which returns when the driver has answered.
  public func write(_ text: String) throws(LightError) {
    let file = try converting(LightError.refused) { () throws(SystemError) in
      try Descriptor(opening: path, O_WRONLY)
    }
    try write(text, to: file)
  }

  fileprivate func write(_ text: String, to file: borrowing Descriptor) throws(LightError) {
    let number = file.number
    let bytes = Array("\(text)\n".utf8)
    let taken = try lightCall("write", path) { pwrite(number, bytes, bytes.count, 0) }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
    // A plain file of a fake tree keeps the tail of a longer old text; sysfs ignores this call.
    // Truncating before the write would leave an empty file if the process is killed in between.
    _ = ftruncate(number, bytes.count)
  }
}

/// An attribute that one job reads, writes and reads back through one descriptor, because open(2)
/// takes longer than a read or a write of most drivers.
struct OpenAttribute: ~Copyable, Sendable {
  let file: AttributeFile
  private let descriptor: Descriptor

  /// Nil if it cannot be opened for reading and writing; a call on the file itself says why.
  init?(_ file: AttributeFile) {
    guard let descriptor = try? Descriptor(opening: file.path, O_RDWR) else { return nil }
    self.file = file
    self.descriptor = descriptor
  }

  func text() throws(LightError) -> String {
    try file.text { () throws(SystemError) in try descriptor.contents(of: file.path, upTo: AttributeFile.limit) }
  }

  func write(_ text: String) throws(LightError) { try file.write(text, to: descriptor) }
}

public struct Sysfs: Attributes {
  private let events: AttributeFile

  public init(root: String) {
    events = AttributeFile(path: "\(root)/kernel/uevent_seqnum")
  }

  public func text(of file: AttributeFile) throws(LightError) -> String { try file.text() }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) { try file.write(text) }

  public func newestEvent() -> UInt64? { (try? events.text()).flatMap(UInt64.init) }

  public func forJob(writing level: AttributeFile) -> any Attributes {
    guard let opened = OpenAttribute(level) else { return self }
    return JobFiles(self, opened)
  }
}

/// The files of a job that writes a light. The file of the level stays open until the end of the
/// job.
private final class JobFiles: Attributes {
  private let files: Sysfs
  private let level: OpenAttribute

  init(_ files: Sysfs, _ level: consuming OpenAttribute) {
    self.files = files
    self.level = level
  }

  func text(of file: AttributeFile) throws(LightError) -> String {
    file == level.file ? try level.text() : try files.text(of: file)
  }

  func write(_ text: String, to file: AttributeFile) throws(LightError) {
    file == level.file ? try level.write(text) : try files.write(text, to: file)
  }

  func newestEvent() -> UInt64? { files.newestEvent() }
}

extension String {
  /// In a fake tree, a longer old text can remain behind it.
  var firstLine: Substring { prefix { $0 != "\n" } }
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
