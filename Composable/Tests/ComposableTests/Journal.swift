import Synchronization

/// Events in their order.
final class Journal: Sendable {
  private let notes = Mutex<[String]>([])

  var entries: [String] { notes.withLock { $0 } }

  /// The first word of each entry.
  var names: [String] { entries.map { String($0.prefix { $0 != " " }) } }

  func note(_ entry: String) {
    notes.withLock { $0.append(entry) }
  }
}
