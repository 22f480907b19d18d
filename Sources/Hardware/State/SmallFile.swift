import EventLoop
import Glibc

/// A small file that is only ever replaced as a whole, so that whoever finds it finds one that was written to its end.
///
/// It is not synced: it is meant for a file system in memory, and has to outlive the process, not the machine. On a disk a
/// sync would keep a light waiting for milliseconds.
struct SmallFile: Sendable {
  let folder: StateFolder
  let name: String
  let limit: Int
  let calls: any FolderCalls

  var path: String { "\(folder.path)/\(name)" }

  private var draft: String { "\(name).new" }

  init(_ name: String, in folder: StateFolder, limit: Int, calls: any FolderCalls = SystemFolderCalls()) {
    self.name = name
    self.folder = folder
    self.limit = limit
    self.calls = calls
  }

  /// Puts `bytes` in the place of what was there; where that fails, what was there stays.
  func replace(with bytes: [UInt8]) throws(LightError) {
    if bytes.count > limit { throw .noRoom(path: path, limit: limit) }
    try folder.withDescriptor { (folder) throws(LightError) in
      do throws(LightError) {
        try write(bytes, in: folder)
        try lightCall("replace", path) { calls.rename(draft, to: name, in: folder) }
      } catch {
        _ = calls.remove(draft, in: folder)
        throw error
      }
    }
  }

  private func write(_ bytes: [UInt8], in folder: CInt) throws(LightError) {
    let number = try lightCall("write", path) {
      calls.open(draft, in: folder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }
    let file = Descriptor(owning: number)
    let taken = try lightCall("write", path) { bytes.withUnsafeBytes { calls.write($0, to: file.number) } }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
  }

  /// Removes the file, if it is there.
  func remove() throws(LightError) {
    try remove(name)
  }

  /// Removes what a process left behind that ended while it replaced the file.
  func removeDraft() throws(LightError) {
    try remove(draft)
  }

  private func remove(_ name: String) throws(LightError) {
    try folder.withDescriptor { (folder) throws(LightError) in
      do throws(LightError) {
        try lightCall("remove", "\(self.folder.path)/\(name)") { calls.remove(name, in: folder) }
      } catch {
        guard error.isGone else { throw error }
      }
    }
  }
}
