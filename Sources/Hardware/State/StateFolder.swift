import EventLoop
import Glibc

/// The folder of what must outlive the process, kept by one process at a time.
final class StateFolder: Sendable {
  let path: String
  private let kept: TraceableMutex<KeptFolder>

  /// Makes the folder if it is missing, and keeps others out; with `waiting` only after the one who keeps it has let go,
  /// else that is an error which names it.
  init(_ path: String, waiting: Bool) throws(LightError) {
    self.path = path
    kept = TraceableMutex(try KeptFolder(path, waiting: waiting))
  }

  /// Works on the open folder; if it turns out to have been removed underneath, on one that is made in its place.
  func withDescriptor<Result: Sendable>(
    _ body: (CInt) throws(LightError) -> Result
  ) throws(LightError) -> Result {
    try kept.withLock { (folder) throws(LightError) in
      do throws(LightError) {
        return try body(folder.number)
      } catch {
        guard error.isGone, !folder.isStill(at: path) else { throw error }
        folder = try KeptFolder(path, waiting: false)
        return try body(folder.number)
      }
    }
  }
}

/// An open folder whose lock is ours; the kernel takes the lock back from a process that ends, however it ends.
private struct KeptFolder: ~Copyable, Sendable {
  private let folder: Descriptor
  private let lock: FolderLock

  init(_ path: String, waiting: Bool) throws(LightError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .refused(SystemError("create", path, ErrorCode(rawValue: errno)))
    }
    let number = try lightCall("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let folder = Descriptor(owning: number)
    lock = try FolderLock(of: number, at: path, waiting: waiting)
    self.folder = folder
  }

  var number: CInt { folder.number }

  func isStill(at path: String) -> Bool {
    var (ours, there) = (stat(), stat())
    guard fstat(number, &ours) == 0, stat(path, &there) == 0 else { return false }
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)
  }
}
