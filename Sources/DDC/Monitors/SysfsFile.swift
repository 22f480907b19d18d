import EventLoop
import Glibc

/// Reads files of sysfs that may disappear at any time.
enum SysfsFile {
  /// As much as sysfs returns at once.
  private static let page = 4096

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path without links; nil if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The first line; nil if the file cannot be read.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The content, up to the length of the longest EDID; nil if the file cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }
    var content: [UInt8] = []
    while content.count < EDID.longest {
      var page = [UInt8](repeating: 0, count: page)
      guard let count = page.withUnsafeMutableBytes({ try? file.read(into: $0) }) else { return nil }
      content += page[..<count]
      if count < page.count { break }
    }
    return content
  }
}
