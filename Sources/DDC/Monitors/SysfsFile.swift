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

  /// Where a link leads, as it says itself; nil if there is none. For its last part this does the same as `resolved`, in one system call.
  static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: page) { buffer in
      let count = readlink(link, buffer.baseAddress!, buffer.count)
      return count < 0
        ? nil
        : String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
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
