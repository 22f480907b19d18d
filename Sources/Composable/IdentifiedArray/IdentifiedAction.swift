/// An action of one element of an identified array.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  indirect case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

/// The action of an element that has an `id`.
public typealias IdentifiedActionOf<Element: Identifiable, Action> = IdentifiedAction<Element.ID, Action>
where Element.ID: Sendable

extension IdentifiedAction: ElementActionCases {
  public var elementAction: (id: ID, action: Action)? {
    switch self {
    case .element(let id, let action): (id, action)
    }
  }
}
