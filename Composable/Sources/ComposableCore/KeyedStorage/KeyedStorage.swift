/// Ordered elements with unique keys: the common part of identified arrays and stacks.
///
/// Each element keeps its slot while others are removed, so that a removal moves no element and
/// renumbers no key: 10,000 sessions that end at once (`bench daemon storm`) would otherwise cost
/// 10,000² / 2 steps. Slots ascend with the positions. Once empty slots outnumber the elements, the
/// storage is compacted.
///
/// Every change is journalled. While the storage is held once, no change copies an element.
@usableFromInline struct KeyedStorage<Key: Hashable & Sendable, Element> {
  /// The keys, by position.
  @usableFromInline var keys: [Key] = []
  /// The slots, by position.
  @usableFromInline var order: [Int] = []
  @usableFromInline var slotOfKey: [Key: Int] = [:]
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var journal = Journal<Key>()

  @usableFromInline init() {}

  @inlinable var count: Int { keys.count }

  var elements: [Element] { order.map { slots[$0]! } }

  @inlinable func position(of key: Key) -> Int? {
    guard let slot = slotOfKey[key] else { return nil }
    if slots.count == count { return slot }
    // A position is its slot minus the number of empty slots before that.
    var low = max(0, slot - (slots.count - count))
    var high = min(slot, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < slot { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable func element(of key: Key) -> Element? { slotOfKey[key].flatMap { slots[$0] } }

  @inlinable subscript(position: Int) -> Element {
    _read { yield slots[order[position]]! }
    _modify {
      journal.record(keys[position], outOf: count)
      yield &slots[order[position]]!
    }
  }

  /// The element at an existing position; setting nil removes it.
  subscript(removableAt position: Int) -> Element? {
    get { self[position] }
    _modify {
      journal.record(keys[position], outOf: count)
      let slot = order[position]
      defer { if slots[slot] == nil { forget(position) } }
      yield &slots[slot]
    }
  }

  mutating func append(_ element: Element, for key: Key) {
    journal.record(key, outOf: count)
    slotOfKey[key] = slots.count
    keys.append(key)
    order.append(slots.count)
    slots.append(element)
  }

  mutating func replace(_ range: Range<Int>, with newElements: [Element], for newKeys: [Key]) {
    journal.record(Array(keys[range]) + newKeys, outOf: count)
    closeUp()
    for key in keys[range] { slotOfKey[key] = nil }
    keys.replaceSubrange(range, with: newKeys)
    slots.replaceSubrange(range, with: newElements.map(Optional.some))
    number(from: range.lowerBound)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    let capacity = keepingCapacity ? keys.capacity : 0
    self = Self()
    reserveCapacity(capacity)
  }

  /// Puts the elements in the order of these positions.
  mutating func rearrange(_ positions: [Int]) {
    journal.recordEverything()
    slots = positions.map { slots[order[$0]] }
    keys = positions.map { keys[$0] }
    number(from: 0)
  }

  mutating func reserveCapacity(_ capacity: Int) {
    keys.reserveCapacity(capacity)
    order.reserveCapacity(capacity)
    slotOfKey.reserveCapacity(capacity)
    slots.reserveCapacity(capacity)
  }

  @usableFromInline mutating func remove(at position: Int) -> Element {
    journal.record(keys[position], outOf: count)
    let element = slots[order[position]].take()!
    forget(position)
    return element
  }

  mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    var removed: [Int] = []
    for position in 0..<count where try shouldBeRemoved(self[position]) { removed.append(position) }
    remove(at: removed)
  }

  /// Removes the elements at these positions, which ascend, in one pass.
  @usableFromInline mutating func remove(at positions: [Int]) {
    if positions.isEmpty { return }
    if positions.count == 1 {
      _ = remove(at: positions[0])
      return
    }
    journal.record(positions.map { keys[$0] }, outOf: count)
    for position in positions {
      slots[order[position]] = nil
      slotOfKey[keys[position]] = nil
    }
    // Compare positions, since reading the slots would copy each element that stays.
    var removed = positions[...]
    let kept = order.indices.filter { position in
      guard removed.first == position else { return true }
      removed.removeFirst()
      return false
    }
    keys = kept.map { keys[$0] }
    order = kept.map { order[$0] }
    dropEmptySlots()
  }

  private mutating func forget(_ position: Int) {
    slotOfKey[keys.remove(at: position)] = nil
    order.remove(at: position)
    dropEmptySlots()
  }

  private mutating func dropEmptySlots() {
    slots.removeLast(slots.count - 1 - (order.last ?? -1))
    if slots.count > 2 * count { closeUp() }
  }

  /// Compacts the slots, so that each slot equals its position.
  private mutating func closeUp() {
    if slots.count == count { return }
    slots.removeAll { $0 == nil }
    number(from: 0)
  }

  private mutating func number(from first: Int) {
    order = Array(keys.indices)
    for position in first..<keys.count { slotOfKey[keys[position]] = position }
  }
}

extension KeyedStorage: Sendable where Element: Sendable {}

extension KeyedStorage: Equatable where Element: Equatable {
  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.keys == rhs.keys && lhs.holdsSameElements(as: rhs) }

  func holdsSameElements(as other: Self) -> Bool {
    // Arrays that share their storage are compared in constant time.
    if order == other.order { return slots == other.slots }
    return count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
  }
}
