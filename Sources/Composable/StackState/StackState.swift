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
