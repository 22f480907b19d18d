import Glibc

/// An open directory stream.
package struct Folder: ~Copyable {
  private let stream: OpaquePointer
  private let path: String

  /// Nil if the folder does not exist.
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

  /// Reads the name in place: glibc allocates an entry only as long as its name, so copying the whole `dirent` overruns.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }

  /// The sorted names in a folder, without hidden ones and invalid UTF-8; empty if the folder does not exist.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = try Folder(path: path) else { return [] }
    return try folder.names()
  }
}
