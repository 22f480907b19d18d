import EventLoop
import Glibc

/// The file of a light's level, and when somebody writes it.
struct WrittenLight: ~Copyable {
  private let tree: BenchTree
  private let notices: Descriptor
  /// How long a light may take before the benchmark is broken.
  private static let longestWait: CInt = 30_000

  init(_ tree: BenchTree) throws(SystemError) {
    let flags = CInt(IN_CLOEXEC | IN_NONBLOCK)
    let notices = Descriptor(owning: try systemCall("create", "inotify") { inotify_init1(flags) })
    let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE)
    try systemCall("watch", tree.level) { inotify_add_watch(notices.number, tree.level, events) }
    self.tree = tree
    self.notices = notices
  }

  /// Waits until the file says the level; how often it was written meanwhile.
  @discardableResult
  func reach(_ level: String) throws(SystemError) -> Int {
    var writes = try forget()
    while try tree.text() != level {
      var poll = pollfd(fd: notices.number, events: Int16(POLLIN), revents: 0)
      let ready = try systemCall("wait for", tree.level) { Glibc.poll(&poll, 1, Self.longestWait) }
      precondition(ready == 1, "the light is written before long")
      writes += try forget()
    }
    return writes
  }

  /// Takes the notices that have come; how many writes they tell of. Those of one write differ, so that no two become one.
  @discardableResult
  func forget() throws(SystemError) -> Int {
    var writes = 0
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { (buffer) throws(SystemError) in
      while let count = try notices.read(into: buffer), count > 0 {
        for offset in stride(from: 0, to: count, by: MemoryLayout<inotify_event>.size) {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_CLOSE_WRITE) != 0 { writes += 1 }
        }
      }
    }
    return writes
  }
}
