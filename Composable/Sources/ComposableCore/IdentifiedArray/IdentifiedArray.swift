/// An array of elements with unique ids, which finds an element by its id in constant time.
///
/// While an array has a single owner, changing an element takes constant time.
public struct IdentifiedArray<ID: Hashable & Sendable, Element> {
  @usableFromInline var storage = KeyedStorage<ID, Element>()
  @usableFromInline let identify: @Sendable (Element) -> ID

  /// The ids, in order.
  public var ids: [ID] { storage.keys }

  /// The elements as an array.
  public var elements: [Element] { storage.elements }

  /// The position of the element with an id.
  public func index(id: ID) -> Int? { storage.position(of: id) }

  /// Whether an element has an id.
  public func contains(id: ID) -> Bool { index(id: id) != nil }
}

extension IdentifiedArray: Sendable where Element: Sendable {}

/// An identified array of elements that know their ids.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
where Element.ID: Sendable

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Makes an empty array.
  public init() {
    self.init(identify: ownID)
  }

  /// An array of elements whose ids must differ.
  public init(uniqueElements: some Sequence<Element>) {
    self.init()
    appendUnique(uniqueElements)
  }

  /// An array of elements; of two with the same id, the first is kept.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// An array of elements; of two with the same id, `choose` selects the one to keep, at the
  /// position of the first.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith choose: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { self[index] = try choose(self[index], element) }
    }
  }
}

extension IdentifiedArray {
  /// Makes an empty array whose elements are identified by a property.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(identify: { $0[keyPath: id] })
  }

  /// An array of elements whose ids, given by a property, must differ.
  public init(uniqueElements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    appendUnique(uniqueElements)
  }

  private mutating func appendUnique(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      precondition(append(element).inserted, "the ids of an identified array must differ")
    }
  }

  @inlinable func mustKeep(_ id: ID, at position: Int) {
    precondition(identify(storage[position]) == id, "an element's id must not change in place")
  }
}

// A function instead of a key path, which is slower to read for each element.
@Sendable private func ownID<Element: Identifiable>(_ element: Element) -> Element.ID { element.id }

extension IdentifiedArray: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position. It can be changed in place, but must keep its id.
  @inlinable public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let id = storage.keys[position]
      defer { mustKeep(id, at: position) }
      yield &storage[position]
    }
  }
}

extension IdentifiedArray {
  /// The element with an id; nil if there is none. It can be changed in place; setting nil removes
  /// it, and a new element is appended.
  public subscript(id id: ID) -> Element? {
    get { storage.element(of: id) }
    _modify {
      if let position = index(id: id) {
        let count = self.count
        defer { if self.count == count { mustKeep(id, at: position) } }
        yield &storage[removableAt: position]
      } else {
        var element: Element?
        defer {
          if let element {
            storage.append(element, for: id)
            mustKeep(id, at: count - 1)
          }
        }
        yield &element
      }
    }
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage.holdsSameElements(as: rhs.storage) }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, Element.ID == ID {
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder) {
      guard append(element).inserted else {
        let fault = "Two elements have the id '\(element.id)'."
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
      }
    }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, Element.ID == ID {
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  public var description: String { elements.description }

  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
