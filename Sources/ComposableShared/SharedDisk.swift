import EventLoop
import Glibc
import Synchronization

/// The file operations that shared values need; a test replaces them with ones that fail.
package protocol SharedDisk: Sendable {
  /// The bytes of a file; nil if there is none.
  func read(_ path: String) throws -> [UInt8]?
  /// Creates or truncates a file and writes it.
  func write(_ bytes: [UInt8], to path: String) throws
  /// Returns when the bytes of a file, or the names in a folder, are durable, as fsync(2) does.
  func sync(_ path: String) throws
  func rename(_ path: String, to other: String) throws
  /// Calls `changed`, on any thread: now, whenever the file may have changed, and with an error if
  /// it cannot be watched. Ends when the result is dropped.
  func watch(_ path: String, changed: @escaping @Sendable ((any Error)?) -> Void) -> any Sendable
  /// Runs jobs one after another.
  func perform(_ job: @escaping @Sendable () -> Void)
  /// Runs a job after the time in which changes are gathered, which is longer after failed writes.
  func afterDelay(failures: Int, _ job: @escaping @Sendable () -> Void)
  /// A name for a draft that no other process uses.
  func draft(of path: String) -> String
}

extension SharedDisk {
  /// Replaces a file atomically: a reader finds the old bytes or the new ones, even after a crash.
  /// The new ones are durable when this returns.
  func replace(_ path: String, with bytes: [UInt8]) throws {
    let draft = draft(of: path)
    try write(bytes, to: draft)
    // Sync before the rename: otherwise a crash can leave an empty file on some file systems.
    try sync(draft)
    try rename(draft, to: path)
    try sync(folder(of: path))
  }

  /// Makes durable what another process has written by replacing the file.
  func sync(replaced path: String) throws {
    try sync(path)
    try sync(folder(of: path))
  }
}

func folder(of path: String) -> String {
  if !path.utf8.contains(UInt8(ascii: "/")) { return "." }
  return path.parent.isEmpty ? "/" : path.parent
}

/// The disk of a program with an event loop. Files are read and written on a separate thread, since
/// a sync takes milliseconds.
final class LoopDisk: SharedDisk {
  private let loop: EventLoop
  private let delay: Duration
  private let thread = JobThread()
  private let number = LoopDisk.count.add(1, ordering: .relaxed).newValue

  private static let count = Atomic(0)

  init(loop: EventLoop, delay: Duration) {
    self.loop = loop
    self.delay = delay
  }

  func read(_ path: String) throws -> [UInt8]? {
    do throws(SystemError) {
      return try Descriptor.contents(of: path, upTo: .max)
    } catch {
      guard error.code.rawValue == ENOENT else { throw error }
      return nil
    }
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try file.write(UnsafeRawBufferPointer(rebasing: rest)) ?? 0) }
    }
  }

  func sync(_ path: String) throws {
    let file = try Descriptor(opening: path, O_RDONLY)
    try systemCall("sync", path) { fsync(file.number) }
  }

  func rename(_ path: String, to other: String) throws {
    try systemCall("replace", other) { Glibc.rename(path, other) }
  }

  func watch(_ path: String, changed: @escaping @Sendable ((any Error)?) -> Void) -> any Sendable {
    let held = LateWatch()
    let name = String(path.lastPathComponent)
    loop.perform { [weak held, loop] in
      do throws(SystemError) {
        var watch: Watch? = try loop.onChange(at: name, in: folder(of: path)) { changed(nil) }
        held?.watch.withLock { swap(&$0, &watch) }
        changed(nil)
      } catch {
        changed(error)
      }
    }
    return held
  }

  func perform(_ job: @escaping @Sendable () -> Void) { thread.perform(job) }

  func afterDelay(failures: Int, _ job: @escaping @Sendable () -> Void) {
    let clock = LoopClock(loop)
    // The delay grows to about a minute by default, so that a full disk is not retried twice a
    // second.
    let delay = delay * (1 << min(failures, 7))
    Task(executorPreference: loop) {
      try? await clock.sleep(for: delay)
      job()
    }
  }

  func draft(of path: String) -> String { "\(path).\(getpid())-\(number).new" }
}

/// A watch that is set later, on the loop.
private final class LateWatch: Sendable {
  let watch = Mutex<Watch?>(nil)
}
