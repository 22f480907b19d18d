/// Elements in an order, each under a unique key: what identified arrays and stacks have in common.
///
/// Every change is journalled. While the storage is held once, no change copies an element or the storage, and a removal moves no
/// element: it leaves the place of its ticket empty.
@usableFromInline
struct KeyedStorage<Key: Hashable & Sendable, Element> {
  @usableFromInline var ordered = OrderedKeys<Key>()
  /// The element of each ticket; nil at the holes.
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var journal = Journal<Key>()

  @inlinable var keys: [Key] { ordered.keys }
  @inlinable var count: Int { ordered.keys.count }

  /// The elements in their order.
  @inlinable
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for position in 0..<count { elements.append(self[position]) }
    return elements
  }

  @inlinable
  func position(of key: Key) -> Int? { ordered.position(of: key) }

  /// The element of a key, if there is one.
  @inlinable
  func element(of key: Key) -> Element? { ordered.tickets[key].flatMap { slots[$0] } }

  @inlinable
  subscript(position: Int) -> Element {
    _read { yield slots[ordered.ticket(at: position)]! }
    _modify {
      journal.record(ordered.keys[position], outOf: count)
      yield &slots[ordered.ticket(at: position)]!
    }
  }

  /// The element at a position that is there; nil removes it.
  subscript(removableAt position: Int) -> Element? {
    get { self[position] }
    _modify {
      journal.record(ordered.keys[position], outOf: count)
      let ticket = ordered.ticket(at: position)
      defer { if slots[ticket] == nil { closeUp(at: position) } }
      yield &slots[ticket]
    }
  }

  mutating func append(_ element: Element, for key: Key) {
    journal.record(key, outOf: count)
    ordered.append(key)
    slots.append(element)
  }

  mutating func insert(_ element: Element, for key: Key, at position: Int) {
    if position == count { return append(element, for: key) }
    journal.record(key, outOf: count)
    dropHoles()
    slots.insert(element, at: position)
    ordered.insert(key, at: position)
  }

  @inlinable
  mutating func remove(at position: Int) -> Element {
    journal.record(ordered.keys[position], outOf: count)
    let element = slots[ordered.ticket(at: position)].take()!
    closeUp(at: position)
    return element
  }

  /// Replaces elements together with their keys.
  mutating func replace(_ range: Range<Int>, with newElements: [Element], for newKeys: [Key]) {
    journal.record(ordered.keys[range], outOf: count)
    journal.record(newKeys, outOf: count)
    dropHoles()
    slots.replaceSubrange(range, with: newElements.map(Optional.some))
    ordered.replace(range, with: newKeys)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    journal.recordEverything()
    slots.removeAll(keepingCapacity: keepingCapacity)
    ordered.removeAll(keepingCapacity: keepingCapacity)
  }

  mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    var removed: [Int] = []
    for position in 0..<count where try shouldBeRemoved(self[position]) { removed.append(position) }
    remove(at: removed)
  }

  /// Removes what is at these positions, which ascend, and moves what is left once.
  @inlinable
  mutating func remove(at positions: [Int]) {
    guard let first = positions.first else { return }
    if positions.count == 1 {
      _ = remove(at: first)
      return
    }
    journal.record(positions.map { ordered.keys[$0] }, outOf: count)
    for position in positions { slots[ordered.ticket(at: position)] = nil }
    ordered.remove(at: positions)
    dropSlotsWithoutTicket()
  }

  /// Puts the elements in the order of these positions.
  mutating func rearrange(_ positions: [Int]) {
    journal.recordEverything()
    slots = positions.map { self[$0] }
    ordered.replaceAll(with: positions.map { ordered.keys[$0] }, keepingCapacity: true)
  }

  mutating func reserveCapacity(_ capacity: Int) {
    slots.reserveCapacity(capacity)
    ordered.reserveCapacity(capacity)
  }

  /// Removes the key whose element has gone, and the holes that are not needed any more.
  @inlinable
  mutating func closeUp(at position: Int) {
    ordered.remove(at: position)
    dropSlotsWithoutTicket()
  }

  @inlinable
  mutating func dropSlotsWithoutTicket() {
    while slots.count > ordered.ticketCount, slots[slots.count - 1] == nil { slots.removeLast() }
    if slots.count > ordered.ticketCount { dropEmptySlots() }
  }

  private mutating func dropHoles() {
    guard ordered.holes > 0 else { return }
    ordered.dropHoles()
    dropEmptySlots()
  }

  @inlinable
  mutating func dropEmptySlots() {
    slots.removeAll { $0 == nil }
  }
}

extension KeyedStorage: Sendable where Element: Sendable {}

extension KeyedStorage: Equatable where Element: Equatable {
  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keys == rhs.keys && lhs.holdsSameElements(as: rhs)
  }

  func holdsSameElements(as other: Self) -> Bool {
    // Arrays that share their storage are compared at a glance.
    if ordered.order == other.ordered.order { return slots == other.slots }
    return count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
  }
}
