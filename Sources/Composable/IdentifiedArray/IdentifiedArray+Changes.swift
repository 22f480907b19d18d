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
    insert(element, id: id, at: position)
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
      insert(element, id: id, at: position)
      return (nil, position)
    }
    return (update(element, at: present), present)
  }

  /// Replaces the element at a position by one with the same id, and gives back the old one.
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let old = storage[position]
    self[position] = element
    return old
  }

  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }

  private mutating func insert(_ element: Element, id: ID, at position: Int) {
    if position == count { return storage.append(element, for: id) }
    storage.replace(position..<position, with: [element], for: [id])
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
  public mutating func remove(ids: some Sequence<ID>) {
    storage.remove(at: Set(ids.compactMap { index(id: $0) }).sorted())
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

  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  public mutating func removeSubrange(_ range: Range<Int>) {
    storage.replace(range, with: [], for: [])
  }

  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try storage.removeAll(where: shouldBeRemoved)
  }

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
    rearrange { $0.insert($0.remove(at: source), at: destination) }
  }

  /// Lets two elements trade places.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    rearrange { $0.swapAt(first, second) }
  }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let elements = storage.elements
    try rearrange { try $0.sort { try areInIncreasingOrder(elements[$0], elements[$1]) } }
  }

  public mutating func reverse() {
    rearrange { $0.reverse() }
  }

  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange { $0.shuffle(using: &generator) }
  }

  /// Moves the elements that a condition holds for behind the others, and gives the position of the first of them.
  @discardableResult
  public mutating func partition(by belongsInSecondPart: (Element) throws -> Bool) rethrows -> Int {
    let first = try indices.filter { try !belongsInSecondPart(storage[$0]) }
    let second = Set(indices).subtracting(first).sorted()
    storage.rearrange(first + second)
    return first.count
  }

  private mutating func rearrange(_ change: (inout [Int]) throws -> Void) rethrows {
    var positions = Array(indices)
    try change(&positions)
    storage.rearrange(positions)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  public mutating func sort() { sort(by: <) }
}
