/// Those who want to know the state after each turn, in the order in which they came.
struct Observers<State: Sendable> {
  typealias Observer = @Sendable (State) -> Void

  private var observers: [(key: Int, observer: Observer)] = []
  private var lastKey = 0

  var isEmpty: Bool { observers.isEmpty }

  mutating func add(_ observer: @escaping Observer) -> Int {
    lastKey += 1
    observers.append((lastKey, observer))
    return lastKey
  }

  mutating func remove(_ key: Int) {
    observers.removeAll { $0.key == key }
  }

  func tell(_ state: State) {
    for (_, observer) in observers { observer(state) }
  }
}
