import EventLoop
import Glibc

/// Reads files of sysfs that may disappear at any time.
enum SysfsFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path without links; nil if there is no such file.
  static func resolved(_ path: String) -> String? {
    try? Folder.resolved(path)
  }

  /// Where a link leads, as it says itself; nil if there is none. For its last part this does the same as `resolved`, in one system call.
  static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The first line; nil if the file cannot be read.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The content, up to the length of the longest EDID; nil if the file cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    try? Descriptor.contents(of: path, upTo: EDID.longest)
  }
}
