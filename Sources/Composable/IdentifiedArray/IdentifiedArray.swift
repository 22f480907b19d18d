/// An array of elements with unique identities: ordered, and each element found by its id in constant time.
///
/// While an array is held once, changing an element costs the same however many there are.
public struct IdentifiedArray<ID: Hashable & Sendable, Element> {
  @usableFromInline var storage = KeyedStorage<ID, Element>()
  @usableFromInline let identify: @Sendable (Element) -> ID

  /// An empty array whose elements are identified by a property.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(identify: { $0[keyPath: id] })
  }

  /// An array of elements whose ids, given by a property, must differ.
  public init(uniqueElements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    appendUnique(uniqueElements)
  }

  /// An array of elements; of two with one id, `choose` gives the one to keep, in the place of the first.
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith choose: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try append(elements, uniquingIDsWith: choose)
  }

  init(identify: @escaping @Sendable (Element) -> ID) {
    self.identify = identify
  }

  /// The ids, in the order of the elements.
  @inlinable public var ids: [ID] { storage.keys }

  /// The elements as a plain array.
  public var elements: [Element] { storage.elements }

  /// The position of the element with an id.
  @inlinable
  public func index(id: ID) -> Int? { storage.position(of: id) }

  /// Whether an element has this id.
  @inlinable
  public func contains(id: ID) -> Bool { index(id: id) != nil }
}

extension IdentifiedArray: Sendable where Element: Sendable {}

/// An identified array of elements that know their ids.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
where Element.ID: Sendable

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// An empty array.
  public init() {
    self.init(identify: ownID)
  }

  /// An array of elements whose ids must differ.
  public init(uniqueElements: some Sequence<Element>) {
    self.init()
    appendUnique(uniqueElements)
  }

  /// An array of elements; of two with one id, `choose` gives the one to keep, in the place of the first.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith choose: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try append(elements, uniquingIDsWith: choose)
  }
}

extension IdentifiedArray {
  private mutating func appendUnique(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      precondition(append(element).inserted, "the ids of an identified array must differ")
    }
  }

  private mutating func append(
    _ elements: some Sequence<Element>,
    uniquingIDsWith choose: (Element, Element) throws -> Element
  ) rethrows {
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { self[index] = try choose(self[index], element) }
    }
  }

  @inlinable
  func mustKeep(_ id: ID, at position: Int) {
    precondition(identify(storage[position]) == id, "an element's id must not change in place")
  }
}

// A function instead of a key path, which would be walked anew for each element.
@Sendable private func ownID<Element: Identifiable>(_ element: Element) -> Element.ID { element.id }
