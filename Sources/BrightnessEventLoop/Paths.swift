import Glibc
import Synchronization

package enum Folder {
  /// The sorted names in a folder, without hidden ones and invalid UTF-8; empty if the folder does
  /// not exist.
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

  /// Reads the name in place: glibc allocates an entry only as long as its name, so copying the
  /// whole `dirent` overruns.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }
}

/// Parts of paths, split at the byte "/" like in the kernel. `String` would not split at a slash
/// that is followed by a combining accent.
extension String {
  package var parent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[..<slash])
  }

  /// The names between slashes, without empty ones.
  package var pathComponents: [String] { unicodeScalars.split(separator: "/").map(String.init) }

  package var lastPathComponent: Substring {
    self[(utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex)...]
  }
}

extension EventLoop {
  /// Calls `callback` on the loop when a file, or a folder on the way to it, appears or is
  /// replaced.
  ///
  /// The folders need not exist yet. Changes of other names are ignored.
  public func onArrival(
    at path: String,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> ArrivalWatch {
    let steps = PathSteps(path, in: path.hasPrefix("/") ? "/" : ".", events: IN_ATTRIB)
    return ArrivalWatch(try watch(steps, callback), steps)
  }

  /// Calls `callback` on the loop when the file at a path appears, is replaced, written or removed,
  /// in a folder that exists.
  ///
  /// Throws if a folder on the way exists and cannot be watched.
  public func onChange(
    at path: String,
    in folder: String,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    let steps = PathSteps(path, in: folder, events: IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE)
    let watch = try watch(steps, callback)
    if let error = steps.refusal { throw error }
    return watch
  }

  private func watch(
    _ steps: PathSteps,
    _ callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch {
    let number = try systemCall("create", "inotify") { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }
    let file = Descriptor(owning: number)
    steps.watch(by: file)
    return try watch(source: file) { _, file in
      guard steps.isTouched(by: file) else { return }
      steps.watch(by: file)
      callback()
    }
  }
}

/// A watch for the arrival of a file, which ends when this value is dropped.
public struct ArrivalWatch: ~Copyable, Sendable {
  private let watch: Watch
  private let steps: PathSteps

  fileprivate init(_ watch: consuming Watch, _ steps: PathSteps) {
    self.watch = watch
    self.steps = steps
  }

  /// Whether every existing folder on the way reports its changes. A folder that the user may enter
  /// but not list does not.
  public var seesAll: Bool { steps.refusal == nil }
}

/// The folders on the way to a path, each with the name of the next step.
private final class PathSteps: Sendable {
  private struct State {
    var names: [CInt: String] = [:]
    var refusal: SystemError?
  }

  private let events: UInt32
  private let steps: [(folder: String, name: String)]
  private let state = Mutex(State())

  /// Watches for new names, and for `events`.
  init(_ path: String, in start: String, events: CInt) {
    self.events = UInt32(IN_CREATE | IN_MOVED_TO | events)
    var folder = start
    steps = path.pathComponents.map { part in
      defer { folder += folder == "/" ? part : "/\(part)" }
      return (folder, part)
    }
  }

  /// Why a folder that exists cannot be watched; nil if each of them is.
  var refusal: SystemError? { state.withLock(\.refusal) }

  /// Watches all folders that exist. Watching a folder again has no effect.
  func watch(by file: borrowing Descriptor) {
    let number = file.number
    state.withLock { state in
      state.refusal = nil
      for step in steps {
        let watch = inotify_add_watch(number, step.folder, events)
        if watch >= 0 {
          state.names[watch] = step.name
        } else if errno == ENOENT || errno == ENOTDIR {
          // Its parent folder reports when it appears.
          break
        } else {
          state.refusal = SystemError("watch", step.folder, .latest)
        }
      }
    }
  }

  /// Reads all pending events. Returns whether one of them concerns the path.
  func isTouched(by file: borrowing Descriptor) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      var isTouched = false
      while let count = try? file.read(into: buffer), count > 0 {
        let events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if state.withLock({ Self.touches($0.names, events) }) { isTouched = true }
      }
      return isTouched
    }
  }

  private static func touches(_ names: [CInt: String], _ bytes: UnsafeRawBufferPointer) -> Bool {
    let size = MemoryLayout<inotify_event>.size
    var unread = bytes[...]
    while unread.count >= size {
      let event = UnsafeRawBufferPointer(rebasing: unread).loadUnaligned(as: inotify_event.self)
      let text = unread.dropFirst(size).prefix(Int(event.len)).prefix { $0 != 0 }
      unread = unread.dropFirst(size + Int(event.len))
      // The kernel has dropped events, which may have been about the path.
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if names[event.wd].map({ text.elementsEqual($0.utf8) }) == true { return true }
    }
    return false
  }
}
