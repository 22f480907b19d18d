import Synchronization

/// A list that is filled during a test.
final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  init(of _: Entry.Type = Entry.self) {}

  var entries: [Entry] { list.withLock { $0 } }

  func write(_ entry: Entry) {
    list.withLock { $0.append(entry) }
  }

  func take() -> [Entry] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
