/// Elements in the order of their keys, which only grow: nothing is hashed or sorted when 10,000 go at once (`drop_10000_ms` in `bench core`).
struct Roster<Element> {
  /// Elements that were removed leave a gap each, until the gaps outnumber the others.
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

  /// Gives the element back, so that it goes when this call is over: what goes may remove others.
  @discardableResult
  mutating func remove(_ key: Int) -> Element? {
    let position = position(of: key)
    guard position < entries.count, entries[position].key == key, let removed = entries[position].element.take()
    else { return nil }
    count -= 1
    if entries.count > 2 * count + 16 { entries.removeAll { $0.element == nil } }
    return removed
  }

  /// Removes all, the earliest first; each is given up before the next.
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
