import EventLoop
import Glibc

extension SmallFile {
  private static let asideLimit = 9

  /// Moves what is not trusted out of the way, and tells how that went; nil where it is gone by itself.
  func setAside(because flaw: StateFlaw) -> LightError? {
    do {
      return .setAside(path: path, flaw, to: try setAside())
    } catch {
      return error.isGone ? nil : .inTheWay(path: path, flaw, error)
    }
  }

  /// Takes the first free one of a few names, and gives its path.
  private func setAside() throws(LightError) -> String {
    try folder.withDescriptor { (folder) throws(LightError) in
      // Nothing comes in between: the folder is ours alone.
      let names = (1...Self.asideLimit).lazy.map { "\(name).aside-\($0)" }
      guard let free = names.first(where: { isFree($0, in: folder) }) else {
        throw .refused(SystemError("set aside", path, ErrorCode(rawValue: EEXIST)))
      }
      try lightCall("set aside", path) { calls.rename(name, to: free, in: folder) }
      return "\(self.folder.path)/\(free)"
    }
  }

  private func isFree(_ name: String, in folder: CInt) -> Bool {
    faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
  }
}
