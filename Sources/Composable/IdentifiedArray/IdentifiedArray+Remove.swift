extension IdentifiedArray {
  /// Removes the element with an id, and gives it back if it was there.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return storage.remove(at: position)
  }

  /// Removes the elements with these ids, as far as they are there.
  @inlinable
  public mutating func remove(ids: some Sequence<ID>) {
    var positions: [Int] = []
    for position in ids.compactMap({ index(id: $0) }).sorted() where position != positions.last {
      positions.append(position)
    }
    storage.remove(at: positions)
  }

  /// Removes the element with the same id, and gives it back if it was there.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes the element at a position, and gives it back.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    storage.remove(at: position)
  }

  /// Removes the first element, and gives it back.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element, and gives it back.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the elements at some positions.
  public mutating func removeSubrange(_ range: Range<Int>) {
    storage.replace(range, with: [], for: [])
  }

  /// Removes the elements that a condition holds for.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The elements that a condition holds for.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}
