/// An action of one element of an identified array.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  indirect case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

/// The actions of many features of one kind: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<Feature: Reducer> = IdentifiedAction<Feature.State.ID, Feature.Action>
where Feature.State: Identifiable, Feature.State.ID: Sendable

extension IdentifiedAction: ElementActionCases {
  public var elementAction: (id: ID, action: Action)? {
    switch self {
    case .element(let id, let action): (id, action)
    }
  }
}
