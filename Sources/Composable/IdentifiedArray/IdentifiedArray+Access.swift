extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position; it is changed in place, and its id must stay.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let id = storage.keys[position]
      defer { mustKeep(id, at: position) }
      yield &storage[position]
    }
  }
}

extension IdentifiedArray {
  /// The element with an id: changed in place, removed by nil, appended when it was not there.
  public subscript(id id: ID) -> Element? {
    @inlinable get { storage.element(of: id) }
    _modify {
      if let position = index(id: id) {
        let count = self.count
        defer { if self.count == count { mustKeep(id, at: position) } }
        yield &storage[removableAt: position]
      } else {
        var element: Element?
        defer { if let element { appendAbsent(element, id: id) } }
        yield &element
      }
    }
  }

  private mutating func appendAbsent(_ element: Element, id: ID) {
    storage.append(element, for: id)
    mustKeep(id, at: count - 1)
  }
}
