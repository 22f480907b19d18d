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
