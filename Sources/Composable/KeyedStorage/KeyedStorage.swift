/// Elements in an order, each under a unique key: what identified arrays and stacks have in common.
///
/// Every change is journalled. While the storage is held once, no change copies an element or the storage.
@usableFromInline
struct KeyedStorage<Key: Hashable & Sendable, Element> {
  @usableFromInline var ordered = OrderedKeys<Key>()
  @usableFromInline var elements: [Element] = []
  @usableFromInline var journal = Journal<Key>()

  @inlinable var keys: [Key] { ordered.keys }
  @inlinable var count: Int { elements.count }

  @inlinable
  func position(of key: Key) -> Int? { ordered.position(of: key) }

  @inlinable
  subscript(position: Int) -> Element {
    _read { yield elements[position] }
    _modify {
      journal.record(ordered.keys[position])
      yield &elements[position]
    }
  }

  /// The element at a position that is there; nil removes it.
  subscript(removableAt position: Int) -> Element? {
    get { elements[position] }
    _modify {
      journal.record(ordered.keys[position])
      var element: Element? = takeOut(position)
      defer { putBack(element, at: position) }
      yield &element
    }
  }

  mutating func append(_ element: Element, for key: Key) {
    journal.record(key)
    ordered.append(key)
    elements.append(element)
  }

  mutating func insert(_ element: Element, for key: Key, at position: Int) {
    journal.record(key)
    elements.insert(element, at: position)
    ordered.insert(key, at: position)
  }

  mutating func remove(at position: Int) -> Element {
    journal.record(ordered.keys[position])
    ordered.remove(at: position)
    return elements.remove(at: position)
  }

  /// Replaces elements together with their keys.
  mutating func replace(_ range: Range<Int>, with newElements: [Element], for newKeys: [Key]) {
    journal.record(ordered.keys[range])
    journal.record(newKeys)
    elements.replaceSubrange(range, with: newElements)
    ordered.replace(range, with: newKeys)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    journal.recordEverything()
    elements.removeAll(keepingCapacity: keepingCapacity)
    ordered.removeAll(keepingCapacity: keepingCapacity)
  }

  mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    var kept: [Int] = []
    var removed: [Key] = []
    for (position, element) in elements.enumerated() {
      if try shouldBeRemoved(element) { removed.append(ordered.keys[position]) } else { kept.append(position) }
    }
    if removed.isEmpty { return }
    journal.record(removed)
    keep(kept)
  }

  /// Puts the elements in the order of these positions.
  mutating func rearrange(_ positions: [Int]) {
    journal.recordEverything()
    keep(positions)
  }

  private mutating func keep(_ positions: [Int]) {
    elements = positions.map { elements[$0] }
    ordered.replaceAll(with: positions.map { ordered.keys[$0] }, keepingCapacity: true)
  }

  mutating func reserveCapacity(_ capacity: Int) {
    elements.reserveCapacity(capacity)
    ordered.reserveCapacity(capacity)
  }

  // An element can be lent as an optional without a copy only if the array gives it up meanwhile. Trading places with the
  // last element makes that cost the same everywhere.
  private mutating func takeOut(_ position: Int) -> Element {
    elements.swapAt(position, elements.count - 1)
    return elements.removeLast()
  }

  private mutating func putBack(_ element: consuming Element?, at position: Int) {
    if let element {
      elements.append(element)
      elements.swapAt(position, elements.count - 1)
    } else {
      if position < elements.count { elements.append(elements.remove(at: position)) }
      ordered.remove(at: position)
    }
  }
}

extension KeyedStorage: Sendable where Element: Sendable {}

extension KeyedStorage: Equatable where Element: Equatable {
  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements && lhs.keys == rhs.keys
  }
}
