extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage.holdsSameElements(as: rhs.storage) }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements, in their order, to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as a plain array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, Element.ID == ID {
  /// Decodes a plain array; two elements with one id are an error.
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
  /// An array of elements whose ids must differ.
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text of the plain array.
  public var description: String { elements.description }

  /// The text of the plain array.
  public var debugDescription: String { elements.debugDescription }

  /// The mirror of the plain array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
