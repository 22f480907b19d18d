import Dispatch
import Glibc
import Synchronization

/// The files of this machine. They are read and written on a queue of their own, since a sync takes
/// milliseconds.
final class FileDisk: SharedDisk {
  private let delay: Duration
  private let queue = DispatchQueue(label: "shared values")
  private let number = FileDisk.count.add(1, ordering: .relaxed).newValue

  private static let count = Atomic(0)

  init(delay: Duration) {
    self.delay = delay
  }

  func read(_ path: String) throws -> [UInt8]? {
    do throws(FileError) {
      return try OpenFile(path, O_RDONLY).contents()
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC).write(bytes)
  }

  func sync(_ path: String) throws { try OpenFile(path, O_RDONLY).sync() }

  func rename(_ path: String, to other: String) throws {
    try systemCall("replace", other) { Int(Glibc.rename(path, other)) }
  }

  func makeFolder(_ path: String) {
    if access(path, F_OK) == 0 { return }
    makeFolder(folder(of: path))
    mkdir(path, 0o700)
  }

  func watch(_ path: String, changed: @escaping @Sendable ((any Error)?) -> Void) -> any Sendable {
    do throws(FileError) {
      let watch = try FileWatch(path, on: queue) { changed(nil) }
      queue.async { changed(nil) }
      return watch
    } catch {
      queue.async { changed(error) }
      return ()
    }
  }

  func perform(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }

  func afterDelay(failures: Int, _ job: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + delay(after: failures) / .seconds(1), execute: job)
  }

  /// Grows to about a minute by default, so that a full disk is not retried twice a second.
  func delay(after failures: Int) -> Duration { delay * (1 << min(failures, 7)) }

  func draft(of path: String) -> String { "\(path).\(getpid())-\(number).new" }
}

/// A failed operation on a file.
struct FileError: Error, CustomStringConvertible {
  let verb: String
  let path: String
  let code: CInt

  var description: String { "cannot \(verb) '\(path)': \(String(cString: strerror(code)))" }
}

/// Makes a system call that returns -1 on failure, and repeats it after EINTR.
@discardableResult
private func systemCall(_ verb: String, _ path: String, _ call: () -> Int) throws(FileError) -> Int {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw FileError(verb: verb, path: path, code: code) }
  }
}

private struct OpenFile: ~Copyable {
  private let path: String
  private let number: CInt

  init(_ path: String, _ flags: CInt) throws(FileError) {
    self.path = path
    number = CInt(try systemCall("open", path) { Int(open(path, flags | O_CLOEXEC, 0o600)) })
  }

  deinit { close(number) }

  func contents() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try systemCall("read", path) { read(number, &part, part.count) }
      if count == 0 { return bytes }
      bytes += part.prefix(count)
    }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      written += try systemCall("write", path) {
        bytes[written...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
  }

  func sync() throws(FileError) {
    try systemCall("sync", path) { Int(fsync(number)) }
  }
}

/// Reports, until it is dropped, when a file appears, is replaced, written or removed. A folder
/// that does not exist is not watched.
private final class FileWatch: Sendable {
  private let source: Mutex<any DispatchSourceRead>

  init(_ path: String, on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) throws(FileError) {
    let folder = folder(of: path)
    let number = CInt(try systemCall("watch", folder) { Int(inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))) })
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE)
    do throws(FileError) {
      try systemCall("watch", folder) { Int(inotify_add_watch(number, folder, events)) }
    } catch  where error.code != ENOENT && error.code != ENOTDIR {
      close(number)
      throw error
    } catch {}
    let name = Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
    let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
    source.setEventHandler { if Self.touches(name, number) { changed() } }
    source.setCancelHandler { close(number) }
    source.activate()
    self.source = Mutex(source)
  }

  deinit {
    source.withLock { $0.cancel() }
  }

  /// Reads all pending events. Returns whether one of them concerns the name.
  private static func touches(_ name: [UInt8], _ number: CInt) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      var isTouched = false
      while case let count = read(number, buffer.baseAddress, buffer.count), count > 0 {
        if touches(name, UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isTouched = true }
      }
      return isTouched
    }
  }

  private static func touches(_ name: [UInt8], _ events: UnsafeRawBufferPointer) -> Bool {
    let size = MemoryLayout<inotify_event>.size
    var unread = events[...]
    while unread.count >= size {
      let event = UnsafeRawBufferPointer(rebasing: unread).loadUnaligned(as: inotify_event.self)
      let text = unread.dropFirst(size).prefix(Int(event.len)).prefix { $0 != 0 }
      unread = unread.dropFirst(size + Int(event.len))
      // The kernel has dropped events, which may have been about the file.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || text.elementsEqual(name) { return true }
    }
    return false
  }
}
