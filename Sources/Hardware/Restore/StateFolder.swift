import EventLoop
import Glibc
import Locks

final class StateFolder: Sendable {
  static let mostQuarantined = 9

  let path: String
  private let folder: TraceableMutex<LockedFolder>

  /// Creates the folder if necessary and locks it; with `waiting`, after another process has released it. Otherwise the error names
  /// that process.
  ///
  /// The wait has no limit of its own, since nothing else could restore the lights meanwhile. The units of the daemon and of `--restore` limit
  /// it (TimeoutStartSec=, TimeoutStopSec=), and a user who runs `--restore` by hand can stop it.
  init(_ path: String, waiting: Bool) throws(LightError) {
    self.path = path
    folder = TraceableMutex(try LockedFolder(path, waiting: waiting))
  }

  /// Calls `body` with the folder, and again with a new folder if it was removed meanwhile.
  func withDescriptor<Result: Sendable>(_ body: (CInt) throws(LightError) -> Result) throws(LightError) -> Result {
    try folder.withLock { (folder) throws(LightError) in
      do throws(LightError) {
        return try body(folder.number)
      } catch {
        guard error.isGone, !folder.isStill(at: path) else { throw error }
        folder = try LockedFolder(path, waiting: false)
        return try body(folder.number)
      }
    }
  }
}

/// An open folder, and its locked file `lock`, which also names the process that holds it. The kernel releases the lock when the
/// process ends, even by SIGKILL.
private struct LockedFolder: ~Copyable, Sendable {
  private let folder: Descriptor
  private let lock: Descriptor

  init(_ path: String, waiting: Bool) throws(LightError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .refused(SystemError("create", path, .latest)) }
    let folder = Descriptor(owning: try lightCall("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    let lock = try Self.locked(in: folder.number, at: path, waiting: waiting)
    try lightCall("write", "\(path)/lock") { ftruncate(lock.number, 0) }
    let signature = Array(Self.signature.utf8)
    try lightCall("write", "\(path)/lock") { pwrite(lock.number, signature, signature.count, 0) }
    self.folder = folder
    self.lock = lock
  }

  deinit {
    // Closing is not enough: a child between fork and exec has the same open file, and with it the lock, for a moment longer.
    flock(lock.number, LOCK_UN)
  }

  var number: CInt { folder.number }

  func isStill(at path: String) -> Bool {
    var (ours, there) = (stat(), stat())
    guard fstat(number, &ours) == 0, stat(path, &there) == 0 else { return false }
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)
  }

  private static func locked(in folder: CInt, at path: String, waiting: Bool) throws(LightError) -> Descriptor {
    let name = "\(path)/lock"
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    var number = openat(folder, "lock", flags, 0o600)
    if number < 0, [EISDIR, ELOOP].contains(errno) {
      // A folder or a link is not ours, and must not keep the lights from being restored.
      _ = try SystemFolderCalls().quarantine("lock", in: folder, at: path)
      number = openat(folder, "lock", flags, 0o600)
    }
    let file = Descriptor(owning: try lightCall("open", name) { number })
    do {
      try systemCall("lock", name) { flock(file.number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
    } catch {
      throw error.code.isWouldBlock ? .locked(path: path, by: Self.signature(in: file.number)) : .refused(error)
    }
    return file
  }

  /// This process: "process 123 (brightnessd)".
  private static var signature: String {
    let program = try? AttributeFile(path: "/proc/self/comm").text()
    return "process \(getpid()) (\(program ?? "unknown"))\n"
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

/// The system calls that change files of the folder; tests make each of them fail.
protocol FolderSystemCalls: Sendable {
  func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt
  func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int
  func rename(_ name: String, to other: String, in folder: CInt) -> CInt
  func remove(_ name: String, in folder: CInt) -> CInt
  /// Returns when a file, or the names of a folder, would survive a reboot.
  func sync(_ file: CInt) -> CInt
}

extension FolderSystemCalls {
  func sync(_ file: CInt) -> CInt { fsync(file) }

  /// Renames what is not trusted to the first free name, and returns its path. The folder at `path` is locked, so that there is no race.
  func quarantine(_ name: String, in folder: CInt, at path: String) throws(LightError) -> String {
    let names = (1...StateFolder.mostQuarantined).lazy.map { "\(name).quarantined-\($0)" }
    let free = names.first { faccessat(folder, $0, F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT }
    guard let free else { throw .refused(SystemError("quarantine", "\(path)/\(name)", ErrorCode(rawValue: EEXIST))) }
    try lightCall("quarantine", "\(path)/\(name)") { rename(name, to: free, in: folder) }
    return "\(path)/\(free)"
  }
}

/// The real system calls; new files are accessible to their owner alone.
struct SystemFolderCalls: FolderSystemCalls {
  func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt { openat(folder, name, flags | O_CLOEXEC, 0o600) }

  func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int {
    Glibc.write(file, bytes.baseAddress, bytes.count)
  }

  func rename(_ name: String, to other: String, in folder: CInt) -> CInt { renameat(folder, name, folder, other) }

  func remove(_ name: String, in folder: CInt) -> CInt { unlinkat(folder, name, 0) }
}

/// Other records in the state folder: a file with one line for each, under the same rules as the restore records.
public final class StateRecords: Sendable {
  private let text: SealedText
  private let folder: StateFolder
  private let isSynced: Bool

  public static let limit = 65_536

  public convenience init(_ kind: String, version: Int, beside restores: RestoreRecordFile) {
    self.init(kind, version: version, in: restores.folder)
  }

  init(_ kind: String, version: Int, in folder: StateFolder, isSynced: Bool = false) {
    text = SealedText(kind: kind, version: version)
    self.folder = folder
    self.isSynced = isSynced
  }

  /// The names of all records. Removes drafts of a process that ended while writing.
  public func names() throws(LightError) -> [String] {
    let prefix = "\(text.kind)-"
    let names = try listing(of: folder.path).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    for name in names where name.hasSuffix(".new") { try file(String(name.dropLast(4))).removeDraft() }
    return names.filter { !$0.contains(".") }.map(String.init).sorted()
  }

  /// The line of a record; nil without one. Throws after a corrupt record was quarantined.
  public func line(of name: String) throws(LightError) -> String? {
    let (line, corrupt) = try file(name).read { (bytes) throws(RecordFlaw) in
      let lines = try text.lines(in: bytes)
      guard lines.count == 1 else { throw .malformed(line: 2) }
      return lines[0]
    }
    if let corrupt { throw corrupt }
    return line
  }

  /// Quarantines a record whose line has no valid meaning.
  public func refuse(_ name: String) -> LightError? { file(name).quarantine(because: .malformed(line: 2)) }

  public func record(_ line: String, as name: String) throws(LightError) {
    precondition(!line.utf8.contains(SealedText.newline), "a record of several lines")
    try file(name).replace(with: text.bytes(of: [line]))
  }

  public func remove(_ name: String) throws(LightError) { try file(name).remove() }

  private func file(_ name: String) -> SmallFile {
    SmallFile(name: "\(text.kind)-\(name)", folder: folder, limit: Self.limit, isSynced: isSynced)
  }
}
