extension IdentifiedArray {
  /// Appends an element, unless its id is there already; gives the position of the element with that id.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends those elements whose ids are not there yet.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element, unless its id is there already; gives the position of the element with that id.
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let present = index(id: id) { return (false, present) }
    storage.insert(element, for: id, at: position)
    return (true, position)
  }

  /// Replaces the element with the same id, which is given back, or else appends.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).replaced
  }

  /// Replaces the element with the same id, which is given back, or else inserts; gives the element's position.
  @discardableResult
  public mutating func updateOrInsert(_ element: Element, at position: Int) -> (replaced: Element?, index: Int) {
    let id = identify(element)
    guard let present = index(id: id) else {
      storage.insert(element, for: id, at: position)
      return (nil, position)
    }
    return (replace(at: present, with: element), present)
  }

  /// Replaces the element at a position by one with the same id, and gives back the old one.
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    replace(at: position, with: element)
  }

  /// Makes room for a number of elements.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }

  private mutating func replace(at position: Int, with element: Element) -> Element {
    let old = storage[position]
    self[position] = element
    return old
  }
}

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

extension IdentifiedArray {
  /// Moves an element from one position to another; those between make room.
  public mutating func move(from source: Int, to destination: Int) {
    var positions = Array(indices)
    positions.insert(positions.remove(at: source), at: destination)
    storage.rearrange(positions)
  }

  /// Lets two elements trade places.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    var positions = Array(indices)
    positions.swapAt(first, second)
    storage.rearrange(positions)
  }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let elements = storage.elements
    storage.rearrange(try indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Turns the order around.
  public mutating func reverse() {
    storage.rearrange(indices.reversed())
  }

  /// Puts the elements in a random order.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.rearrange(indices.shuffled(using: &generator))
  }

  /// Moves the elements that a condition holds for behind the others, and gives the position of the first of them.
  @discardableResult
  public mutating func partition(by belongsInSecondPart: (Element) throws -> Bool) rethrows -> Int {
    let second = try indices.filter { try belongsInSecondPart(storage[$0]) }
    let behind = Set(second)
    let first = indices.filter { !behind.contains($0) }
    storage.rearrange(first + second)
    return first.count
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  public mutating func sort() { sort(by: <) }
}
