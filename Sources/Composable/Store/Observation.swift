/// An observation of a store's state; it ends with this value: at once where it is dropped on the store's executor, else as soon as that can.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

/// Calls observers with the state after each turn, in the order in which they were added.
final class Observers<State: Sendable> {
  typealias Observer = @Sendable (State) -> Void

  private final class Entry {
    let key: Int
    let observer: Observer
    var isOver = false

    init(key: Int, observer: @escaping Observer) {
      self.key = key
      self.observer = observer
    }
  }

  private var entries: [Entry] = []
  private var lastKey = 0
  private(set) var isEmpty = true

  func add(_ observer: @escaping Observer) -> Int {
    lastKey += 1
    entries.append(Entry(key: lastKey, observer: observer))
    isEmpty = false
    return lastKey
  }

  func remove(_ key: Int) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
    entries.remove(at: index).isOver = true
    isEmpty = entries.isEmpty
  }

  /// Calls the present observers, except those that another one removes on the way.
  func notify(_ state: State) {
    for entry in entries where !entry.isOver { entry.observer(state) }
  }
}
