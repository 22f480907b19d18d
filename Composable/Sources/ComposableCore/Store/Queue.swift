/// A first-in, first-out queue, which does not retain elements that were taken out.
@usableFromInline package final class Queue<Element> {
  @usableFromInline var entries: [Element?] = []
  @usableFromInline var next = 0
  // Stored, so that a turn without queued actions does not look up the type of an entry (`send_ns`
  // in `bench core`).
  @usableFromInline var isFilled = false

  @inlinable package init() {}

  @inlinable package var count: Int { entries.count - next }

  @inlinable package var isEmpty: Bool { !isFilled }

  @inlinable package var waiting: some Collection<Element> { entries[next...].lazy.map { $0! } }

  @inlinable package func append(_ element: Element) {
    entries.append(element)
    isFilled = true
  }

  @inlinable package func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = entries[next].take()
    next += 1
    if next == entries.count {
      isFilled = false
      entries.removeAll(keepingCapacity: true)
      next = 0
    }
    return first
  }
}

/// Elements in the order of their keys, which only grow, so that nothing is hashed or sorted when
/// 10,000 are removed at once (`drop_10000_ms` in `bench core`).
struct Roster<Element> {
  /// Each removed element leaves a gap, until the gaps outnumber the elements.
  private(set) var entries: [(key: Int, element: Element?)] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(key: Int) -> Element? {
    let position = position(of: key)
    return position < entries.count && entries[position].key == key ? entries[position].element : nil
  }

  func from(_ key: Int) -> [Element] { entries[position(of: key)...].compactMap(\.element) }

  mutating func append(_ element: Element, key: Int) {
    entries.append((key, element))
    count += 1
  }

  /// Returns the element, so that it is released only after this call: its release may remove
  /// others.
  @discardableResult
  mutating func remove(_ key: Int) -> Element? {
    let position = position(of: key)
    guard position < entries.count, entries[position].key == key, let removed = entries[position].element.take()
    else { return nil }
    count -= 1
    if entries.count > 2 * count + 16 { entries.removeAll { $0.element == nil } }
    return removed
  }

  /// Removes all elements, the earliest first, and releases each before the next.
  mutating func removeAll(_ body: (Element) -> Void) {
    for position in entries.indices { entries[position].element.take().map(body) }
    self = Roster()
  }

  private func position(of key: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
