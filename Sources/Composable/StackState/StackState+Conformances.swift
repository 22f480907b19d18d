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
