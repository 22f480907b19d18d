import EventLoop
import Glibc

/// A temporary folder that is removed with its content when its owner is released.
public struct TemporaryFolder: ~Copyable {
  public let path: String

  public init() throws(SystemError) {
    var template = Array("/tmp/brightnessd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create", "folder", ErrorCode(rawValue: errno)) }
    path = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  deinit { removeTree(path) }
}

/// Removes a file, or a folder with its content, without following links.
func removeTree(_ path: String) {
  guard remove(path) != 0, errno == ENOTEMPTY || errno == EEXIST, let folder = opendir(path) else { return }
  var names: [String] = []
  while let entry = readdir(folder) {
    if let name = Folder.name(of: entry) { names.append(name) }
  }
  closedir(folder)
  for name in names where name != "." && name != ".." { removeTree("\(path)/\(name)") }
  remove(path)
}

func makeFolder(_ path: String) throws(SystemError) {
  var made = ""
  for part in path.split(separator: "/") {
    made += "/\(part)"
    guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
    throw SystemError("create", made, ErrorCode(rawValue: errno))
  }
}
