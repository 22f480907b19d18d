import BrightnessEventLoop
import Glibc
import Synchronization

/// Entries that threads write, and that a test waits for.
final class ThreadLog: Sendable {
  private let list = Mutex<[Int]>([])
  private let added = Semaphore()

  func write(_ entry: Int) {
    list.withLock { $0.append(entry) }
    added.signal()
  }

  /// Writes the entry when the calling thread has ended.
  func writeAtEndOfThread(_ entry: Int) {
    pthread_setspecific(LastEntry.key, Unmanaged.passRetained(LastEntry(entry, self)).toOpaque())
  }

  /// The next entries; fewer if none is added for half a minute.
  func entries(_ count: Int) -> [Int] {
    for _ in 0..<count where !added.wait(atMost: .seconds(30)) { break }
    return list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

private final class LastEntry: Sendable {
  static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key) { Unmanaged<LastEntry>.fromOpaque($0!).takeRetainedValue().write() }
    return key
  }()

  private let entry: Int
  private let log: ThreadLog

  init(_ entry: Int, _ log: ThreadLog) {
    self.entry = entry
    self.log = log
  }

  private func write() {
    log.write(entry)
  }
}
