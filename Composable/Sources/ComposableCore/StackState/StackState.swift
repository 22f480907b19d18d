/// A stack of elements. Each keeps the id that it got when it was added.
public struct StackState<Element> {
  @usableFromInline var storage = KeyedStorage<StackElementID, Element>()
  /// Higher than every id that the stack has ever had; not part of `==`.
  private var nextGeneration = 0

  /// Makes an empty stack.
  public init() {}

  /// The ids, from the bottom to the top.
  public var ids: [StackElementID] { storage.keys }

  /// The position of the element with an id.
  public func index(id: StackElementID) -> Int? { storage.position(of: id) }

  /// Whether an element has an id.
  public func contains(id: StackElementID) -> Bool { index(id: id) != nil }

  /// Removes the element with an id and everything above it.
  public mutating func pop(from id: StackElementID) {
    if let position = index(id: id) { removeSubrange(position...) }
  }

  /// Removes everything above the element with an id.
  public mutating func pop(to id: StackElementID) {
    if let position = index(id: id) { removeSubrange((position + 1)...) }
  }

  /// Removes the element with an id, and nothing above it.
  @discardableResult
  public mutating func remove(id: StackElementID) -> Element? { index(id: id).map { storage.remove(at: $0) } }

  /// Puts an element on top under an id that must not be there.
  mutating func append(_ element: Element, id: StackElementID) {
    precondition(!contains(id: id), "an id of a stack stands for one element")
    nextGeneration = Swift.max(nextGeneration, id.generation + 1)
    storage.append(element, for: id)
  }

  /// Whether the id was given to an element of this stack or by the current generator, or is the
  /// next one.
  func isKnown(_ id: StackElementID) -> Bool {
    id.generation < nextGeneration || id.generation <= StackIDGenerator.current.peek().generation
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState {
  /// The element with an id; nil if there is none. It can be changed in place, and setting nil
  /// removes it.
  ///
  /// Setting an absent id is reported and ignored; in the closure of a test's assertion it pushes
  /// the element under that id.
  public subscript(id id: StackElementID, fileID: String = #fileID, line: Int = #line) -> Element? {
    get { storage.element(of: id) }
    _modify {
      if let position = index(id: id) {
        yield &storage[removableAt: position]
      } else {
        var dropped: Element?
        defer {
          if let dropped {
            put(dropped, under: id, at: CodeLocation(fileID: fileID, line: line))
          }
        }
        yield &dropped
      }
    }
  }

  /// The payload of the element with an id; nil unless the element is in this case. It can be
  /// changed in place, and setting nil removes the element.
  public subscript<Value>(
    id id: StackElementID,
    case path: CasePath<Element, Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Value? {
    get { self[id: id].flatMap(path.extract) }
    _modify { yield &self[id: id, fileID, line][case: path, fileID, line] }
  }

  private mutating func put(_ element: Element, under id: StackElementID, at location: CodeLocation) {
    if StackIDGenerator.current.isOfAssertion {
      StackIDGenerator.current.skip(through: id)
      return append(element, id: id)
    }
    reportIssue(
      """
      An element ('\(caseName(of: element))') was assigned to the id \(id), but the stack has no such id: \(ids). \
      It was dropped. Put new elements on the stack with 'append', which gives them their ids.
      """,
      at: location
    )
  }
}

extension StackState: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position; it is changed in place and keeps its id.
  @inlinable public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify { yield &storage[position] }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements by others, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    let ids = newElements.map { _ in makeID() }
    storage.replace(range, with: Array(newElements), for: ids)
  }

  /// Puts an element on top, under a new id.
  public mutating func append(_ element: Element) {
    storage.append(element, for: makeID())
  }

  /// An id that the stack never had, whichever generators its elements got theirs from.
  private mutating func makeID() -> StackElementID {
    let id = StackIDGenerator.current.next(from: nextGeneration)
    nextGeneration = id.generation + 1
    return id
  }

  /// Removes all elements; later ones get other ids.
  // The default implementation would make a new stack, which counts from 0 again.
  public mutating func removeAll(keepingCapacity: Bool = false) { removeSubrange(0..<count) }

  /// Removes the elements that satisfy a condition; the others keep their ids.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// The elements that satisfy a condition, with their ids.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> StackState {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(storage.elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try storage.elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  public var description: String { "[" + zip(ids, self).map { "\($0): \($1)" }.joined(separator: ", ") + "]" }

  public var customMirror: Mirror {
    let children: [Mirror.Child] = zip(ids, self).map { ("\($0)", $1) }
    return Mirror(self, children: children, displayStyle: .collection)
  }
}
