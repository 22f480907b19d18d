/// Those who want to know the state after each turn, in the order in which they came.
final class Observers<State: Sendable> {
  typealias Observer = @Sendable (State) -> Void

  private var observers: [(key: Int, observer: Observer)] = []
  private var lastKey = 0
  private(set) var isEmpty = true

  func add(_ observer: @escaping Observer, state: State) -> Int {
    observer(state)
    lastKey += 1
    observers.append((lastKey, observer))
    isEmpty = false
    return lastKey
  }

  func remove(_ key: Int) {
    observers.removeAll { $0.key == key }
    isEmpty = observers.isEmpty
  }

  func tell(_ state: State) {
    for (_, observer) in observers { observer(state) }
  }
}
