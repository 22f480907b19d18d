import Synchronization

extension Store {
  /// Calls `observer` now, and after each turn that may have changed an element.
  func observeTurns<ID, Element: Sendable>(
    of id: ID,
    in elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    _ observer: @escaping @Sendable (State) -> Void
  ) -> Observation {
    let observation = observers(of: elements).add(observer, of: id)
    // The first call, with what it sends in a turn that follows.
    _ = observeTurns(observer)
    return observation
  }

  private func observers<ID, Element: Sendable>(
    of elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable
  ) -> ElementObservers<State, ID, Element> {
    let known = elementObservers.withLock { all in
      all.removeAll { $0.observers == nil }
      return all.lazy.compactMap { $0.observers as? ElementObservers<State, ID, Element> }.first {
        $0.elements == elements
      }
    }
    if let known { return known }
    let new = ElementObservers(of: elements, in: self)
    elementObservers.withLock { $0.append(WeakElementObservers(observers: new)) }
    return new
  }
}

/// The observers of single elements of a collection, of which a turn calls those alone whose element it may have changed.
///
/// Each would otherwise compare its element in each turn. They share one observation of the store, which ends with the last of them.
final class ElementObservers<State: Sendable, ID: Hashable & Sendable, Element: Sendable>: AnyElementObservers {
  typealias Elements = any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable

  private struct Content {
    var observers = Roster<@Sendable (State) -> Void>()
    var lastObserver = 0
    /// The keys of an element's observers.
    var keys: [ID: [Int]] = [:]
    /// The collection as the observers know it; nil before the first turn.
    var stamp: UInt64?
    var observation: Observation?
  }

  let elements: Elements
  private let content = TraceableMutex(Content())

  init(of elements: Elements, in store: Store<State, some Sendable>) {
    self.elements = elements
    let observation = store.observeTurns { [weak self] state in self?.notify(state) }
    content.withLock { $0.observation = observation }
  }

  /// Adds an observer, which is not called before the next turn; the observation keeps this object.
  func add(_ observer: @escaping @Sendable (State) -> Void, of id: ID) -> Observation {
    let key = content.withLock { content in
      content.lastObserver += 1
      content.observers.append(observer, key: content.lastObserver)
      content.keys[id, default: []].append(content.lastObserver)
      return content.lastObserver
    }
    return Observation { self.remove(key, of: id) }
  }

  private func remove(_ key: Int, of id: ID) {
    let removed = content.withLock { content in
      content.keys[id]?.removeAll { $0 == key }
      if content.keys[id] == [] { content.keys[id] = nil }
      return content.observers.remove(key)
    }
    // Outside of the lock, since what an observer holds may be an observation too.
    withExtendedLifetime(removed) {}
  }

  private func notify(_ state: State) {
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

/// The observers of a collection's elements, the types forgotten.
protocol AnyElementObservers: AnyObject, Sendable {}

/// The observers of the elements of a store's collections, which last as long as their observations.
struct WeakElementObservers {
  weak var observers: (any AnyElementObservers)?
}
