/// A stack of elements, each of which keeps the id that it got when it was put in.
public struct StackState<Element> {
  @usableFromInline var storage = KeyedStorage<StackElementID, Element>()

  /// An empty stack.
  public init() {}

  /// The ids, from the bottom to the top.
  @inlinable public var ids: [StackElementID] { storage.keys }

  /// The position of the element with an id.
  @inlinable
  public func index(id: StackElementID) -> Int? { storage.position(of: id) }

  /// Whether an element has this id.
  @inlinable
  public func contains(id: StackElementID) -> Bool { index(id: id) != nil }

  /// Removes the element with an id and everything above it.
  public mutating func pop(from id: StackElementID) {
    if let position = index(id: id) { removeSubrange(position...) }
  }

  /// Removes everything above the element with an id.
  public mutating func pop(to id: StackElementID) {
    if let position = index(id: id) { removeSubrange((position + 1)...) }
  }

  /// Removes the element with an id, and gives it back if it was there.
  @discardableResult
  public mutating func remove(id: StackElementID) -> Element? {
    index(id: id).map { storage.remove(at: $0) }
  }

  /// Puts an element on top under an id that must not be there.
  mutating func append(_ element: Element, id: StackElementID) {
    precondition(!contains(id: id), "an id of a stack stands for one element")
    storage.append(element, for: id)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState {
  /// The element with an id: changed in place, and removed by nil. An element for an absent id is reported and dropped.
  public subscript(
    id id: StackElementID,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Element? {
    @inlinable get { storage.element(of: id) }
    _modify {
      if let position = index(id: id) {
        yield &storage[removableAt: position]
      } else {
        var dropped: Element?
        defer {
          if let dropped {
            let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            reportAbsent(id, dropping: dropped, at: location)
          }
        }
        yield &dropped
      }
    }
  }

  /// The payload of the element with an id, if it is in a case: changed in place; nil removes the element.
  public subscript<Value>(
    id id: StackElementID,
    case path: CasePath<Element, Value>,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    get { self[id: id].flatMap(path.extract) }
    _modify { yield &self[id: id, fileID, filePath, line, column][case: path, fileID, filePath, line, column] }
  }

  private func reportAbsent(_ id: StackElementID, dropping element: Element, at location: CodeLocation) {
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

extension StackState {
  @usableFromInline typealias Changes = Journal<StackElementID>.Changes

  /// The moment of the last change, or of the stack's creation.
  @inlinable var stamp: JournalStamp { storage.journal.stamp }

  /// The ids that were touched since a moment of this stack.
  @inlinable
  func changes(since stamp: JournalStamp) -> Changes { storage.journal.changes(since: stamp) }
}

extension StackState: Equatable where Element: Equatable {
  /// Whether both hold equal elements under the same ids in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension StackState: Hashable where Element: Hashable {
  /// Feeds the ids and elements, in their order, to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(storage.elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as a plain array.
  public func encode(to encoder: any Encoder) throws { try storage.elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes a plain array, whose elements get new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: ExpressibleByArrayLiteral {
  /// A stack of elements, which get new ids.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  /// The ids and elements, from the bottom to the top.
  public var description: String {
    "[" + zip(ids, self).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
  }

  /// A mirror that labels each element with its id.
  public var customMirror: Mirror {
    let children: [Mirror.Child] = zip(ids, self).map { ("\($0)", $1) }
    return Mirror(self, children: children, displayStyle: .collection)
  }
}
