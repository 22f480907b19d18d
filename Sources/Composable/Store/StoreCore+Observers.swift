extension StoreCore {
  /// Adds an observer and calls it with the state; the actions that it sends are a turn that follows.
  func add(_ observer: @escaping @Sendable (State) -> Void) -> Int {
    let state = stateNow
    lastObserver += 1
    let key = lastObserver
    observers.append(observer, key: key)
    isObserved = true
    let former = phase
    phase = .notifying
    dependencies.whileCurrent { observer(state) }
    phase = former
    if !queue.isEmpty { inTurn {} }
    return key
  }

  func removeObserver(_ key: Int) {
    let removed = observers.remove(key)
    isObserved = !observers.isEmpty
    withExtendedLifetime(removed) {}
  }

  func notifyObservers() {
    repeat {
      if !queue.isEmpty { finishTurn() }
      phase = .notifying
      // Looked up again, since an observer may remove one that comes after it.
      for (key, _) in observers.entries { observers[key]?(currentState) }
      phase = .turn
    } while !queue.isEmpty
  }
}
