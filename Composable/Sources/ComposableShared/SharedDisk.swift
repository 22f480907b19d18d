/// The file operations that shared values need; a test replaces them with ones that fail.
package protocol SharedDisk: Sendable {
  /// The bytes of a file; nil if there is none.
  func read(_ path: String) throws -> [UInt8]?
  /// Creates or truncates a file and writes it.
  func write(_ bytes: [UInt8], to path: String) throws
  /// Returns when the bytes of a file, or the names in a folder, are durable, as fsync(2) does.
  func sync(_ path: String) throws
  func rename(_ path: String, to other: String) throws
  /// Creates a folder, and those above it that are missing. Where that fails, so will a write.
  func makeFolder(_ path: String)
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

/// The folder of a path, split at the byte "/" like in the kernel.
func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
