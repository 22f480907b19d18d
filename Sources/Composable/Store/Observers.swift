/// Those who want to know the state after each turn, in the order in which they came.
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
    let entry = entries.remove(at: index)
    entry.isOver = true
    isEmpty = entries.isEmpty
  }

  /// Tells those who observe now, except whom another one removes on the way.
  func tell(_ state: State) {
    for entry in entries where !entry.isOver { entry.observer(state) }
  }
}
