import BrightnessEventLoop
import Glibc

/// The file of a light's level, with notifications of its writes.
struct WrittenLight: ~Copyable {
  private let tree: BenchTree
  private let inotify: Descriptor
  /// The timeout in milliseconds after which the benchmark fails.
  private static let longestWait: CInt = 30_000

  init(_ tree: BenchTree) throws(SystemError) {
    let flags = CInt(IN_CLOEXEC | IN_NONBLOCK)
    let inotify = Descriptor(owning: try systemCall("create", "inotify") { inotify_init1(flags) })
    let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE)
    try systemCall("watch", tree.level) { inotify_add_watch(inotify.number, tree.level, events) }
    self.tree = tree
    self.inotify = inotify
  }

  /// Waits until the file has the level, and returns the number of writes meanwhile.
  @discardableResult
  func reach(_ level: String) throws(SystemError) -> Int {
    var writes = try takeWriteCount()
    while try tree.text() != level {
      var poll = pollfd(fd: inotify.number, events: Int16(POLLIN), revents: 0)
      let ready = try systemCall("wait for", tree.level) { Glibc.poll(&poll, 1, Self.longestWait) }
      precondition(ready == 1, "the light is written before long")
      writes += try takeWriteCount()
    }
    return writes
  }

  /// Reads the pending events, and returns the number of writes. The events of one write differ, so
  /// inotify does not merge them.
  @discardableResult
  func takeWriteCount() throws(SystemError) -> Int {
    var writes = 0
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { (buffer) throws(SystemError) in
      while let count = try inotify.read(into: buffer), count > 0 {
        for offset in stride(from: 0, to: count, by: MemoryLayout<inotify_event>.size) {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_CLOSE_WRITE) != 0 { writes += 1 }
        }
      }
    }
    return writes
  }
}
