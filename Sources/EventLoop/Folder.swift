import Glibc

/// A folder that is being listed.
package struct Folder: ~Copyable {
  private let stream: OpaquePointer
  private let path: String

  /// Nil where there is no such folder.
  private init?(path: String) throws(SystemError) {
    guard let stream = opendir(path) else {
      let code = ErrorCode(rawValue: errno)
      if code.rawValue == ENOENT { return nil }
      throw SystemError("list", path, code)
    }
    self.stream = stream
    self.path = path
  }

  deinit {
    closedir(stream)
  }

  private consuming func names() throws(SystemError) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      if let name = Self.name(of: entry), !name.hasPrefix(".") { names.append(name) }
    }
    let code = ErrorCode(rawValue: errno)
    if code.rawValue != 0 { throw SystemError("list", path, code) }
    return names.sorted()
  }

  /// An entry is as long as its name, and not as its type says: what lies behind it is not the entry's.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }

  /// The names in a folder, hidden ones and those that are no text left out; none where there is no such folder.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = try Folder(path: path) else { return [] }
    return try folder.names()
  }
}
