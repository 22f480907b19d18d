import Synchronization

extension Store {
  /// Calls `observer` now, and after each turn that may have changed an element.
  func observeTurns<ID, Element: Sendable>(
    of id: ID,
    in elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    _ observer: @escaping @Sendable (State) -> Void
  ) -> Observation {
    let (observers, turns) = observers(of: elements)
    let observation = observers.add(observer, of: id, during: turns)
    // The first call, with what it sends in a turn that follows.
    _ = observeTurns(observer)
    return observation
  }

  private func observers<ID, Element: Sendable>(
    of elements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable
  ) -> (ElementObservers<State, ID, Element>, Observation) {
    let known = elementObservers.withLock { all -> (ElementObservers<State, ID, Element>, Observation)? in
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

/// The observers of single elements of a collection, of which a turn calls those alone whose element it may have changed.
///
/// Each would otherwise compare its element in each turn. They share one observation of the store's turns, which ends with the last of them; the
/// store keeps this object for as long, and forgets it with its other observers when it ends.
final class ElementObservers<State: Sendable, ID: Hashable & Sendable, Element: Sendable>: AnyElementObservers {
  typealias Elements = any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable

  private struct Content {
    var observers = Roster<@Sendable (State) -> Void>()
    var lastObserver = 0
    /// The keys of an element's observers.
    var keys: [ID: [Int]] = [:]
    /// The collection as the observers know it; nil before the first turn.
    var stamp: UInt64?
  }

  let elements: Elements
  private let content = TraceableMutex(Content())

  init(of elements: Elements) {
    self.elements = elements
  }

  /// Adds an observer, which is not called before the next turn.
  func add(
    _ observer: @escaping @Sendable (State) -> Void,
    of id: ID,
    during turns: Observation
  ) -> Observation {
    let key = content.withLock { content in
      content.lastObserver += 1
      content.observers.append(observer, key: content.lastObserver)
      content.keys[id, default: []].append(content.lastObserver)
      return content.lastObserver
    }
    return Observation { [weak self] in
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
    // Outside of the lock, since what an observer holds may be an observation too.
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

/// The observers of a collection's elements, the types forgotten.
protocol AnyElementObservers: AnyObject, Sendable {}

/// The observers of the elements of a store's collection, which last as long as the observation that they share.
struct WeakElementObservers {
  weak var observers: (any AnyElementObservers)?
  weak var turns: Observation?
}
