/// Unique keys in an order, each of which knows its position.
///
/// Without tickets each removal renumbers all later keys: 10,000 sessions that end at once (`bench daemon storm`) would cost 10,000² / 2 steps.
///
/// Every key holds a ticket, and tickets ascend with the positions. As long as nothing was removed from the middle, a ticket
/// *is* the position. A removal from the middle leaves a hole and renumbers nothing: a position then lies at most `holes`
/// below its ticket and is found by halving that span. Once holes outnumber keys, all keys are renumbered, so each removal
/// pays for a constant number of them.
@usableFromInline
struct OrderedKeys<Key: Hashable> {
  @usableFromInline var keys: [Key] = []
  @usableFromInline var tickets: [Key: Int] = [:]
  /// The ticket at each position; empty while there are no holes.
  @usableFromInline var order: [Int] = []
  @usableFromInline var holes = 0

  var count: Int { keys.count }

  /// How many tickets there are, those of the holes included.
  @inlinable var ticketCount: Int { keys.count + holes }

  /// The ticket at a position.
  @inlinable
  func ticket(at position: Int) -> Int { holes == 0 ? position : order[position] }

  @inlinable
  func position(of key: Key) -> Int? {
    guard let ticket = tickets[key] else { return nil }
    if holes == 0 { return ticket }
    var low = max(0, ticket - holes)
    var high = min(ticket, keys.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < ticket { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func append(_ key: Key) {
    let ticket = ticketCount
    keys.append(key)
    tickets[key] = ticket
    if holes > 0 { order.append(ticket) }
  }

  mutating func insert(_ key: Key, at position: Int) {
    if position == keys.count { return append(key) }
    keys.insert(key, at: position)
    renumber(from: holes == 0 ? position : 0)
  }

  @inlinable
  mutating func remove(at position: Int) {
    tickets[keys[position]] = nil
    if position == keys.count - 1 { removeLast() } else { removeFromMiddle(at: position) }
    if holes > keys.count { renumber(from: 0) }
  }

  /// Removes the keys at these positions, which ascend.
  @inlinable
  mutating func remove(at positions: [Int]) {
    for position in positions { tickets[keys[position]] = nil }
    if holes == 0 { order = Array(keys.indices) }
    keys.closeUp(at: positions)
    order.closeUp(at: positions)
    countHoles()
    if holes > keys.count { renumber(from: 0) }
  }

  mutating func replace(_ range: Range<Int>, with newKeys: [Key]) {
    for key in keys[range] { tickets[key] = nil }
    keys.replaceSubrange(range, with: newKeys)
    renumber(from: holes == 0 ? range.lowerBound : 0)
  }

  mutating func replaceAll(with newKeys: [Key], keepingCapacity: Bool) {
    tickets.removeAll(keepingCapacity: keepingCapacity)
    keys = newKeys
    renumber(from: 0)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    keys.removeAll(keepingCapacity: keepingCapacity)
    replaceAll(with: keys, keepingCapacity: keepingCapacity)
  }

  mutating func reserveCapacity(_ capacity: Int) {
    keys.reserveCapacity(capacity)
    tickets.reserveCapacity(capacity)
  }

  /// Makes each ticket the position again.
  mutating func dropHoles() {
    renumber(from: 0)
  }

  @inlinable
  mutating func removeLast() {
    keys.removeLast()
    guard holes > 0 else { return }
    order.removeLast()
    countHoles()
  }

  @inlinable
  mutating func countHoles() {
    holes = (order.last ?? -1) + 1 - order.count
    if holes == 0 { order = [] }
  }

  @inlinable
  mutating func removeFromMiddle(at position: Int) {
    if holes == 0 { order = Array(keys.indices) }
    keys.remove(at: position)
    order.remove(at: position)
    holes += 1
  }

  @inlinable
  mutating func renumber(from first: Int) {
    for position in first..<keys.count { tickets[keys[position]] = position }
    order = []
    holes = 0
  }
}

extension Array {
  /// Removes what is at these positions, which ascend, in one go.
  @inlinable
  mutating func closeUp(at positions: [Int]) {
    var kept: [Element] = []
    kept.reserveCapacity(count - positions.count)
    var start = 0
    for position in positions {
      kept += self[start..<position]
      start = position + 1
    }
    kept += self[start...]
    self = kept
  }
}

extension OrderedKeys: Sendable where Key: Sendable {}
