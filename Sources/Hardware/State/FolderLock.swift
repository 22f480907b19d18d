import EventLoop
import Glibc

/// The file `lock` of a folder, which says whose the folder is, and is locked for as long as that is true.
struct FolderLock: ~Copyable, Sendable {
  private let file: Descriptor

  init(of folder: CInt, at path: String, waiting: Bool) throws(LightError) {
    let name = "\(path)/lock"
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(owning: try lightCall("open", name) { openat(folder, "lock", flags, 0o600) })
    do {
      try systemCall("lock", name) { flock(file.number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
    } catch {
      throw error.code.isWouldBlock ? .kept(path: path, by: Self.signature(in: file.number)) : .refused(error)
    }
    try lightCall("write", name) { ftruncate(file.number, 0) }
    let signature = Array(Self.signature.utf8)
    try lightCall("write", name) { pwrite(file.number, signature, signature.count, 0) }
    self.file = file
  }

  deinit {
    // A child that is being started may have the file open for a moment longer.
    flock(file.number, LOCK_UN)
  }

  /// Who keeps the folder: "process 123 (brightnessd)".
  private static var signature: String {
    let program = try? AttributeFile(path: "/proc/self/comm").text()
    return "process \(getpid()) (\(program ?? "unknown"))\n"
  }

  /// What the one who keeps it wrote; in the moment before he does that is nothing.
  private static func signature(in file: CInt) -> String {
    let line = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = pread(file, buffer.baseAddress, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    return line.isEmpty ? "another process" : line.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
