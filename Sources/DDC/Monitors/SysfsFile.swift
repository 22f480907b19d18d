import EventLoop
import Glibc

/// Reads files of sysfs that may disappear at any time.
enum SysfsFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path without links; nil if there is no such file.
  static func resolved(_ path: String) -> String? {
    try? Folder.resolved(path)
  }

  /// The first line; nil if the file cannot be read.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The content, up to the length of the longest EDID; nil if the file cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    try? Descriptor.contents(of: path, upTo: 256 * EDID.blockLength)
  }
}
