import Glibc
import Synchronization

extension EventLoop {
  /// Calls `callback` on the loop when something comes, or becomes another, at a path or at a folder on the way to it.
  ///
  /// The folders need not be there yet. Names beside the path are none of the caller's business.
  public func onArrival(
    at path: String,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    let start = path.hasPrefix("/") ? "/" : "."
    return try watch(WayToPath(path, in: start, telling: IN_ATTRIB), callback: callback)
  }

  /// The same of a path in a folder that is there, and also when what is at the path goes, or was written. Nobody looks above the folder.
  public func onChange(
    at path: String,
    in folder: String,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    try watch(WayToPath(path, in: folder, telling: IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE), callback: callback)
  }

  private func watch(_ way: WayToPath, callback: @escaping @Sendable () -> Void) throws(SystemError) -> Watch {
    let number = try systemCall("create", "file notices") { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }
    let file = Descriptor(owning: number)
    way.watch(by: file)
    return try watch(source: file) { _, file in
      guard way.isTouched(by: file) else { return }
      way.watch(by: file)
      callback()
    }
  }
}

/// The folders on the way to a path, each with the one name in it that counts.
private final class WayToPath: Sendable {
  private let events: UInt32
  private let steps: [(folder: String, name: String)]
  private let names = Mutex<[CInt: String]>([:])

  /// Tells of what comes, and of these events besides.
  init(_ path: String, in start: String, telling events: CInt) {
    self.events = UInt32(IN_CREATE | IN_MOVED_TO | events)
    var folder = start
    steps = path.split(separator: "/").map { part in
      defer { folder += folder == "/" ? "\(part)" : "/\(part)" }
      return (folder, String(part))
    }
  }

  /// Watches all folders that are there; to watch one a second time is to watch it once.
  func watch(by file: borrowing Descriptor) {
    let number = file.number
    names.withLock { names in
      for step in steps {
        let watch = inotify_add_watch(number, step.folder, events)
        if watch < 0 { break }
        names[watch] = step.name
      }
    }
  }

  /// Takes what the kernel tells, and says whether it is about the path.
  func isTouched(by file: borrowing Descriptor) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<InotifyHead>.alignment) { buffer in
      var isTouched = false
      while let count = try? file.read(into: buffer), count > 0 {
        isTouched =
          isTouched
          || names.withLock { names in Self.touches(names, UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      }
      return isTouched
    }
  }

  private static func touches(_ names: [CInt: String], _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while rest.count >= MemoryLayout<InotifyHead>.size {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: InotifyHead.self)
      let text = rest.dropFirst(MemoryLayout<InotifyHead>.size).prefix(Int(event.length)).prefix { $0 != 0 }
      rest = rest.dropFirst(MemoryLayout<InotifyHead>.size + Int(event.length))
      // Where the kernel has lost count, anything may have come.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if names[event.watch].map({ text.elementsEqual($0.utf8) }) == true { return true }
    }
    return false
  }
}

/// `struct inotify_event` without the name that follows it.
private struct InotifyHead {
  let watch: CInt
  let mask: UInt32
  let cookie: UInt32
  let length: UInt32
}
