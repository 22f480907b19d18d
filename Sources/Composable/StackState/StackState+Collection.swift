extension StackState: RandomAccessCollection {
  /// The position of the bottom.
  @inlinable public var startIndex: Int { 0 }

  /// The position above the top.
  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position; it is changed in place and keeps its id.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify { yield &storage[position] }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements by others, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    storage.replace(range, with: Array(newElements), for: newElements.map { _ in makeID() })
  }

  /// Puts an element on top, under a new id.
  public mutating func append(_ element: Element) {
    storage.append(element, for: makeID())
  }

  /// An id that the stack does not have: it may have been made where another generator was in force.
  private func makeID() -> StackElementID {
    let generator = StackIDGenerator.current
    let id = generator.next()
    guard contains(id: id), let last = ids.max(by: { $0.generation < $1.generation }) else { return id }
    generator.skip(through: last)
    return generator.next()
  }

  /// Removes the element at a position, and gives it back.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    storage.remove(at: position)
  }

  /// Removes the elements that a condition holds for; the others keep their ids.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The elements that a condition holds for, with their ids.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> StackState {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}
