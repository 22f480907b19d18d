import Synchronization

extension Store {
  /// Calls `observer` with a value of the state, now and after each turn that has changed it.
  ///
  /// ```swift
  /// let observation = store.observe(of: \.brightness) { brightness in … }
  /// ```
  ///
  /// The last value is retained for the comparison. Choose a small one: a retained collection is
  /// copied when a reducer changes it. Each observer compares in each turn; an observer of an
  /// element's store only in turns that may have changed the element.
  public func observe<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> ObserveToken {
    let observer = distinct(observer, by: ==)
    return observeTurns { state in observer(value(state)) }
  }

  /// The current value of the state, and each new one that differs from the one before: `for await
  /// level in store.states(of: \.level)`.
  ///
  /// A slow consumer gets only the newest value. The sequence ends with the store and does not
  /// retain it.
  public func states<Value: Equatable & Sendable>(of value: @escaping @Sendable (State) -> Value) -> AsyncStream<Value>
  {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Only the observer retains this token, so the sequence ends when the store drops the
      // observer.
      let end = ObserveToken { continuation.finish() }
      let observation = observe(of: value) { value in _ = withExtendedLifetime(end) { continuation.yield(value) } }
      continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    }
  }

  /// Calls `observer` with each element, now, and after each turn with those that were added or
  /// changed; with nil for one that was removed.
  ///
  /// The cost of a turn depends on what it changed, not on the number of elements.
  public func observe<ID, Element: Equatable & Sendable>(
    elements keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    _ observer: @escaping @Sendable (_ id: ID, _ element: Element?) -> Void
  ) -> ObserveToken {
    let known = Mutex(KnownElements<ID, Element>())
    return observeTurns { state in
      let storage = state[keyPath: keyPath].storage
      for id in known.withLock({ $0.update(to: storage) }) { observer(id, storage.element(of: id)) }
    }
  }
}

extension StoreCore {
  /// Adds an observer and calls it with the state. The actions that it sends make another turn.
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

/// Skips values that equal the one before, if they can be compared.
func distinct<Value: Sendable>(_ observer: @escaping @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
  guard Value.self is any Equatable.Type else { return observer }
  return distinct(observer) { former, value in (former as? any Equatable)?.equals(value) == true }
}

/// Skips values that equal the one before.
private func distinct<Value: Sendable>(
  _ observer: @escaping @Sendable (Value) -> Void,
  by isSame: @escaping @Sendable (_ former: Value, _ value: Value) -> Bool
) -> @Sendable (Value) -> Void {
  let last = Mutex<Value?>(nil)
  return { value in
    let isNew = last.withLock { last in
      defer { last = value }
      return last.map { !isSame($0, value) } ?? true
    }
    if isNew { observer(value) }
  }
}

/// The elements of a collection that an observer was called with last.
private struct KnownElements<ID: Hashable & Sendable, Element: Equatable & Sendable>: Sendable {
  private var stamp: UInt64?
  private var elements: [ID: Element] = [:]

  /// Applies the changes, and returns the ids of the elements that differ.
  mutating func update(to storage: KeyedStorage<ID, Element>) -> [ID] {
    let touched = stamp.flatMap(storage.journal.touched)
    stamp = storage.journal.stamp
    let candidates = touched ?? storage.keys + elements.keys.filter { storage.position(of: $0) == nil }
    let changed = candidates.filter { elements[$0] != storage.element(of: $0) }
    for id in changed { elements[id] = storage.element(of: id) }
    return changed
  }
}

extension Store {
  /// Calls `observer` now, and after each turn that may have changed an element.
  func observeTurns<ID, Element: Sendable>(
    of id: ID,
    in elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    _ observer: @escaping @Sendable (State) -> Void
  ) -> ObserveToken {
    let (observers, turns) = observers(of: elements)
    let observation = observers.add(observer, of: id, during: turns)
    // The first call; the actions that it sends make another turn.
    _ = observeTurns(observer)
    return observation
  }

  private func observers<ID, Element: Sendable>(
    of elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable
  ) -> (ElementObservers<State, ID, Element>, ObserveToken) {
    let known = elementObservers.withLock { all -> (ElementObservers<State, ID, Element>, ObserveToken)? in
      all.removeAll { $0.turns == nil }
      for entry in all {
        guard let observers = entry.observers as? ElementObservers<State, ID, Element>, let turns = entry.turns,
          observers.elements == elements
        else { continue }
        return (observers, turns)
      }
      return nil
    }
    if let known { return known }
    let new = ElementObservers(of: elements)
    let turns = observeTurns { new.notify($0) }
    elementObservers.withLock { $0.append(WeakElementObservers(observers: new, turns: turns)) }
    return (new, turns)
  }
}

/// The observers of single elements of a collection. A turn calls only those whose element it may
/// have changed.
///
/// Each would otherwise compare its element in each turn. They share one observation of the store's
/// turns, which ends with the last of them; the store retains this object as long as that, and
/// releases it with its other observers when it ends.
final class ElementObservers<State: Sendable, ID: Hashable & Sendable, Element: Sendable>: Sendable {
  typealias Elements = any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable

  private struct Content {
    var observers = Roster<@Sendable (State) -> Void>()
    var lastObserver = 0
    /// The keys of an element's observers.
    var keys: [ID: [Int]] = [:]
    /// The state of the collection that the observers know; nil before the first turn.
    var stamp: UInt64?
  }

  let elements: Elements
  private let content = Mutex(Content())

  init(of elements: Elements) {
    self.elements = elements
  }

  /// Adds an observer, which is not called before the next turn.
  func add(_ observer: @escaping @Sendable (State) -> Void, of id: ID, during turns: ObserveToken) -> ObserveToken {
    let key = content.withLock { content in
      content.lastObserver += 1
      content.observers.append(observer, key: content.lastObserver)
      content.keys[id, default: []].append(content.lastObserver)
      return content.lastObserver
    }
    return ObserveToken { [weak self] in
      self?.remove(key, of: id)
      withExtendedLifetime(turns) {}
    }
  }

  private func remove(_ key: Int, of id: ID) {
    let removed = content.withLock { content in
      content.keys[id]?.removeAll { $0 == key }
      if content.keys[id] == [] { content.keys[id] = nil }
      return content.observers.remove(key)
    }
    // Release the observer after the lock: it may retain an observation of its own.
    withExtendedLifetime(removed) {}
  }

  func notify(_ state: State) {
    // Each is looked up again, since an observer may remove one that comes after it.
    for key in due(after: state[keyPath: elements].storage.journal) { content.withLock { $0.observers[key] }?(state) }
  }

  /// The observers whose elements may have changed, in the order in which they began.
  private func due(after journal: Journal<ID>) -> [Int] {
    content.withLock { content in
      let touched = content.stamp.flatMap(journal.touched)
      content.stamp = journal.stamp
      guard let touched else { return content.observers.entries.map(\.key) }
      var due: [Int] = []
      for id in touched { due += content.keys[id] ?? [] }
      return touched.count > 1 ? due.sorted() : due
    }
  }
}

/// A weak reference to element observers, which exist as long as the observation that they share.
struct WeakElementObservers {
  weak var observers: (any AnyObject & Sendable)?
  weak var turns: ObserveToken?
}
