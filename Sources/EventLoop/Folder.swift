import Glibc

package enum Folder {
  /// The sorted names in a folder, without hidden ones and invalid UTF-8; empty if the folder does not exist.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw SystemError("list", path, .latest)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      if let name = name(of: entry), !name.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError("list", path, .latest) }
    return names.sorted()
  }

  /// The path of a file or folder without links.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError("resolve", path, .latest) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Reads the name in place: glibc allocates an entry only as long as its name, so copying the whole `dirent` overruns.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }
}

/// Parts of paths, by bytes as the kernel has them: to `String`, a slash with an accent after it is no slash.
extension String {
  package var parent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[..<slash])
  }

  /// The names on the way, without empty ones.
  package var pathComponents: [String] { unicodeScalars.split(separator: "/").map(String.init) }

  package var lastPathComponent: Substring {
    self[(utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex)...]
  }
}
