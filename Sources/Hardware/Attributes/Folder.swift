import EventLoop
import Glibc

/// A folder that is being listed.
struct Folder: ~Copyable {
  private let stream: OpaquePointer
  private let path: String

  /// Nil where there is no such folder.
  init?(path: String) throws(LightError) {
    guard let stream = opendir(path) else {
      let code = ErrorCode(rawValue: errno)
      if code.rawValue == ENOENT { return nil }
      throw .refused(SystemError("list", path, code))
    }
    self.stream = stream
    self.path = path
  }

  deinit {
    closedir(stream)
  }

  /// The names in the folder, hidden ones and those that are no text left out.
  consuming func names() throws(LightError) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    let code = ErrorCode(rawValue: errno)
    if code.rawValue != 0 { throw .refused(SystemError("list", path, code)) }
    return names.sorted()
  }

  static func names(in path: String) throws(LightError) -> [String] {
    guard let folder = try Folder(path: path) else { return [] }
    return try folder.names()
  }
}
