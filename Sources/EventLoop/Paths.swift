import Glibc
import Synchronization

package enum Folder {
  /// The sorted names in a folder, without hidden ones and invalid UTF-8; empty if the folder does not exist.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw SystemError("list", path, .latest)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      if let name = name(of: entry), !name.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError("list", path, .latest) }
    return names.sorted()
  }

  /// The path of a file or folder without links.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError("resolve", path, .latest) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Reads the name in place: glibc allocates an entry only as long as its name, so copying the whole `dirent` overruns.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }
}

/// Parts of paths, by bytes as the kernel has them: to `String`, a slash with an accent after it is no slash.
extension String {
  package var parent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[..<slash])
  }

  /// The names on the way, without empty ones.
  package var pathComponents: [String] { unicodeScalars.split(separator: "/").map(String.init) }

  package var lastPathComponent: Substring {
    self[(utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex)...]
  }
}

extension EventLoop {
  /// Calls `callback` on the loop when a file appears or is replaced at a path, or at a folder on the way to it.
  ///
  /// The folders need not exist yet. Changes of other names are ignored. A folder that the user may
  /// enter and not list reports nothing: as long as one is on the way, `callback` is also called
  /// every `retryDelay`.
  public func onArrival(
    at path: String,
    retryDelay: Duration = .seconds(1),
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    let steps = PathSteps(path, in: path.hasPrefix("/") ? "/" : ".", events: IN_ATTRIB)
    let file = try makeInotify()
    let watch = PathWatch(steps, by: file.number, on: self, retryDelay, callback)
    watch.watch()
    return try self.watch(source: file) { _, file in
      guard steps.isTouched(by: file) else { return }
      watch.watch()
      callback()
    }
  }

  /// Calls `callback` on the loop when the file at a path appears, is replaced, written or removed, in a folder that exists.
  ///
  /// Throws if a folder on the way exists and cannot be watched.
  public func onChange(
    at path: String,
    in folder: String,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    let steps = PathSteps(path, in: folder, events: IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE)
    let file = try makeInotify()
    if let error = steps.watch(by: file.number) { throw error }
    return try watch(source: file) { _, file in
      guard steps.isTouched(by: file) else { return }
      _ = steps.watch(by: file.number)
      callback()
    }
  }

  private func makeInotify() throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try systemCall("create", "inotify") { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }
    )
  }
}

/// The steps of a path with the timer that stands in for folders that report nothing. It ends with
/// the watch of its descriptor.
private final class PathWatch: Sendable {
  private let steps: PathSteps
  private let number: CInt
  private let loop: @Sendable () -> EventLoop?
  private let retryDelay: Duration
  private let callback: @Sendable () -> Void
  private let isWaiting = Atomic(false)

  init(
    _ steps: PathSteps,
    by number: CInt,
    on loop: EventLoop,
    _ retryDelay: Duration,
    _ callback: @escaping @Sendable () -> Void
  ) {
    self.steps = steps
    self.number = number
    self.retryDelay = retryDelay
    self.callback = callback
    self.loop = { [weak loop] in loop }
  }

  func watch() {
    guard steps.watch(by: number) != nil, !isWaiting.exchange(true, ordering: .relaxed) else { return }
    loop()?.after(retryDelay) { [weak self] in self?.retry() }
  }

  private func retry() {
    isWaiting.store(false, ordering: .relaxed)
    watch()
    callback()
  }
}

/// The folders on the way to a path, each with the name of the next step.
private final class PathSteps: Sendable {
  private let events: UInt32
  private let steps: [(folder: String, name: String)]
  private let names = Mutex<[CInt: String]>([:])

  /// Watches for new names, and for `events`.
  init(_ path: String, in start: String, events: CInt) {
    self.events = UInt32(IN_CREATE | IN_MOVED_TO | events)
    var folder = start
    steps = path.pathComponents.map { part in
      defer { folder += folder == "/" ? part : "/\(part)" }
      return (folder, part)
    }
  }

  /// Watches all folders that exist, and returns why the last one that reports nothing cannot be
  /// watched. Watching a folder again has no effect.
  func watch(by number: CInt) -> SystemError? {
    names.withLock { names in
      var refusal: SystemError?
      for step in steps {
        let watch = inotify_add_watch(number, step.folder, events)
        if watch >= 0 {
          names[watch] = step.name
        } else if errno == ENOENT || errno == ENOTDIR {
          // The folder before it reports when it appears.
          break
        } else {
          refusal = SystemError("watch", step.folder, .latest)
        }
      }
      return refusal
    }
  }

  /// Reads all pending events. Returns whether one of them concerns the path.
  func isTouched(by file: borrowing Descriptor) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      var isTouched = false
      while let count = try? file.read(into: buffer), count > 0 {
        let events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if names.withLock({ Self.touches($0, events) }) { isTouched = true }
      }
      return isTouched
    }
  }

  private static func touches(_ names: [CInt: String], _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while rest.count >= MemoryLayout<inotify_event>.size {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let text = rest.dropFirst(MemoryLayout<inotify_event>.size).prefix(Int(event.len)).prefix { $0 != 0 }
      rest = rest.dropFirst(MemoryLayout<inotify_event>.size + Int(event.len))
      // The kernel has dropped events: the path may be among them.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if names[event.wd].map({ text.elementsEqual($0.utf8) }) == true { return true }
    }
    return false
  }
}
