extension IdentifiedArray {
  /// Appends an element, unless its id is present; returns the position of the element with that
  /// id.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) { insert(element, at: count) }

  /// Appends the elements whose ids are not present.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element, unless its id is present; returns the position of the element with that
  /// id.
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let present = index(id: id) { return (false, present) }
    insert(element, id: id, at: position)
    return (true, position)
  }

  /// Replaces and returns the element with the same id; appends if there is none.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? { updateOrInsert(element, at: count).replaced }

  /// Replaces and returns the element with the same id, or inserts; also returns the position.
  @discardableResult
  public mutating func updateOrInsert(_ element: Element, at position: Int) -> (replaced: Element?, index: Int) {
    let id = identify(element)
    guard let present = index(id: id) else {
      insert(element, id: id, at: position)
      return (nil, position)
    }
    return (update(element, at: present), present)
  }

  /// Replaces the element at a position by one with the same id, and returns the old one.
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let old = storage[position]
    self[position] = element
    return old
  }

  /// Reserves space for this many elements.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }

  private mutating func insert(_ element: Element, id: ID, at position: Int) {
    if position == count { return storage.append(element, for: id) }
    storage.replace(position..<position, with: [element], for: [id])
  }

  /// Removes and returns the element with an id; nil if there is none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return storage.remove(at: position)
  }

  /// Removes the elements with these ids; others are ignored.
  @inlinable public mutating func remove(ids: some Sequence<ID>) {
    storage.remove(at: Set(ids.compactMap { index(id: $0) }).sorted())
  }

  /// Removes and returns the element with the same id; nil if there is none.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? { remove(id: identify(element)) }

  /// Removes the element at a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Element { storage.remove(at: position) }

  /// Removes the first element.
  @discardableResult public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element.
  @discardableResult public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the first `count` elements.
  public mutating func removeFirst(_ count: Int) {
    removeSubrange(0..<count)
  }

  /// Removes the last `count` elements.
  public mutating func removeLast(_ count: Int) {
    removeSubrange((self.count - count)..<self.count)
  }

  /// Removes the elements at the positions of a range.
  public mutating func removeSubrange(_ range: Range<Int>) {
    storage.replace(range, with: [], for: [])
  }

  /// Removes the elements that satisfy a condition.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The elements that satisfy a condition.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }

  /// Reorders the elements: `array.reorder { $0.swapAt(0, 1) }`.
  ///
  /// The closure gets the elements as an array. It may move them, but must not change them.
  public mutating func reorder(_ change: (inout [Element]) throws -> Void) rethrows {
    var reordered = elements
    try change(&reordered)
    let positions = reordered.compactMap { index(id: identify($0)) }
    precondition(positions.sorted() == Array(indices), "reordering keeps the elements of an identified array")
    storage.rearrange(positions)
  }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try reorder { try $0.sort(by: areInIncreasingOrder) }
  }

  /// Reverses the order.
  public mutating func reverse() { reorder { $0.reverse() } }
}
