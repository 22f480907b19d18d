import BrightnessEventLoop
import Glibc
import Synchronization

/// The folder for files that outlive the process, locked against other processes while this object
/// exists.
package final class StateFolder: Sendable {
  package static let quarantineLimit = 9

  package let path: String
  private let folder: Mutex<LockedFolder>

  /// Creates the folder if necessary, and locks it. If another process has the lock, waits for it
  /// with `waiting`, and otherwise throws an error that names the process.
  ///
  /// The wait has no limit of its own, since nothing else could restore the lights meanwhile. The
  /// units of the daemon and of `--restore` limit it (TimeoutStartSec=, TimeoutStopSec=), and a
  /// user who runs `--restore` by hand can stop it.
  package init(_ path: String, waiting: Bool) throws(StateFileError) {
    self.path = path
    folder = Mutex(try LockedFolder(path, waiting: waiting))
  }

  /// Calls `body` with the folder, and again with a new folder if it was removed meanwhile.
  package func withDescriptor<Result: Sendable>(
    _ body: (CInt) throws(StateFileError) -> Result
  ) throws(StateFileError) -> Result {
    try folder.withLock { (folder) throws(StateFileError) in
      do throws(StateFileError) {
        return try body(folder.number)
      } catch {
        guard error.isGone, !folder.isStill(at: path) else { throw error }
        folder = try LockedFolder(path, waiting: false)
        return try body(folder.number)
      }
    }
  }
}

/// An open folder, and its locked file `lock`, which also names the process that holds it. The
/// kernel releases the lock when the process ends, even by SIGKILL.
private struct LockedFolder: ~Copyable, Sendable {
  private let folder: Descriptor
  private let lock: Descriptor

  init(_ path: String, waiting: Bool) throws(StateFileError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .refused(SystemError("create", path, .latest)) }
    let folder = Descriptor(owning: try stateCall("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    let lock = try Self.locked(in: folder.number, at: path, waiting: waiting)
    try stateCall("write", "\(path)/lock") { ftruncate(lock.number, 0) }
    let signature = Array(Self.signature.utf8)
    try stateCall("write", "\(path)/lock") { pwrite(lock.number, signature, signature.count, 0) }
    self.folder = folder
    self.lock = lock
  }

  deinit {
    // Closing is not enough: a child between fork and exec has the same open file, and with it the
    // lock, for a moment longer.
    flock(lock.number, LOCK_UN)
  }

  var number: CInt { folder.number }

  func isStill(at path: String) -> Bool {
    var ours = stat()
    var there = stat()
    guard fstat(number, &ours) == 0, stat(path, &there) == 0 else { return false }
    return ours.st_dev == there.st_dev && ours.st_ino == there.st_ino
  }

  private static func locked(in folder: CInt, at path: String, waiting: Bool) throws(StateFileError) -> Descriptor {
    let name = "\(path)/lock"
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    var number = openat(folder, "lock", flags, 0o600)
    if number < 0, [EISDIR, ELOOP].contains(errno) {
      // A folder or link of this name is not ours, and must not keep the lights from being
      // restored.
      _ = try SystemFolderCalls().quarantine("lock", in: folder, at: path)
      number = openat(folder, "lock", flags, 0o600)
    }
    let file = Descriptor(owning: try stateCall("open", name) { number })
    do {
      try systemCall("lock", name) { flock(file.number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
    } catch {
      throw error.code.isWouldBlock ? .locked(path: path, by: Self.signature(in: file.number)) : .refused(error)
    }
    return file
  }

  /// This process: "process 123 (brightnessd)".
  private static var signature: String {
    let line = (try? Descriptor.contents(of: "/proc/self/comm", upTo: 64)) ?? Array("unknown\n".utf8)
    let program = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return "process \(getpid()) (\(program))\n"
  }

  /// The holder's signature, which is missing for a moment after it took the lock.
  private static func signature(in file: CInt) -> String {
    let line = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = pread(file, buffer.baseAddress, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    return line.isEmpty ? "another process" : line.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
