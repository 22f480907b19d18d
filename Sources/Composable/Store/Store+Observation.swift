import Synchronization

extension Store {
  /// Calls `observer` with a value of the state, now and after each turn that left it unequal to what the observer knows.
  ///
  /// ```swift
  /// let observation = store.observe(of: \.brightness) { brightness in … }
  /// ```
  ///
  /// The last value is kept for the comparison: choose a narrow one, for a reducer that changes a large collection of it copies the collection once.
  /// Each observer compares in each turn, but one of an element's store only in those that may have changed the element.
  public func observe<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Observation {
    let last = Mutex<Value?>(nil)
    return observeTurns { state in
      let value = value(state)
      let isNew = last.withLock { last in
        defer { last = value }
        return last != value
      }
      if isNew { observer(value) }
    }
  }

  /// The values of the state that differ from the one before, beginning with the present one: `for await level in store.states(of: \.level)`.
  ///
  /// A consumer that is late gets the newest value only. The sequence ends with the store; it keeps no store alive.
  public func states<Value: Equatable & Sendable>(of value: @escaping @Sendable (State) -> Value) -> AsyncStream<Value>
  {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let values = ObservedValues(continuation: continuation)
      let observation = observe(of: value) { values.continuation.yield($0) }
      continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    }
  }

  /// Calls `observer` with each element, now, and after each turn with those that were added or changed; with nil for one that was removed.
  ///
  /// A turn costs what it changed, however many elements there are.
  public func observe<ID, Element: Equatable & Sendable>(
    elements keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    _ observer: @escaping @Sendable (_ id: ID, _ element: Element?) -> Void
  ) -> Observation {
    let known = Mutex(KnownElements<ID, Element>())
    return observeTurns { state in
      let storage = state[keyPath: keyPath].storage
      for id in known.withLock({ $0.update(to: storage) }) { observer(id, storage.element(of: id)) }
    }
  }
}

/// Leaves out the values that equal the one before, if they can be compared.
func distinct<Value: Sendable>(_ observer: @escaping @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
  guard Value.self is any Equatable.Type else { return observer }
  let last = Mutex<Value?>(nil)
  return { value in
    let isNew = last.withLock { last in
      defer { last = value }
      guard let last, let former = last as? any Equatable else { return true }
      return !isEqual(former, value)
    }
    if isNew { observer(value) }
  }
}

private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool { other as? Value == value }

/// Ends a sequence of values when the store forgets its observer.
private final class ObservedValues<Value: Sendable>: Sendable {
  let continuation: AsyncStream<Value>.Continuation

  init(continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

/// The elements of a collection as an observer knows them.
private struct KnownElements<ID: Hashable & Sendable, Element: Equatable & Sendable>: Sendable {
  private var stamp: UInt64?
  private var elements: [ID: Element] = [:]

  /// Takes the changes over, and returns the ids of the elements that differ.
  mutating func update(to storage: KeyedStorage<ID, Element>) -> [ID] {
    let touched = stamp.flatMap(storage.journal.touched)
    stamp = storage.journal.stamp
    let candidates = touched ?? storage.keys + elements.keys.filter { storage.position(of: $0) == nil }
    let changed = candidates.filter { elements[$0] != storage.element(of: $0) }
    for id in changed { elements[id] = storage.element(of: id) }
    return changed
  }
}
