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

extension IdentifiedAction: _ElementActionCases {
  public var _elementAction: (id: ID, action: Action)? {
    switch self {
    case .element(let id, let action): (id, action)
    }
  }
}

/// Lets generic code make case paths for `IdentifiedAction` and `StackAction`.
public protocol _ElementActionCases: SendableMetatype {
  /// The type of the elements' ids.
  associatedtype ID: Hashable & Sendable
  /// The actions of an element.
  associatedtype Action

  /// An action of the element with an id.
  static func element(id: ID, action: Action) -> Self

  /// The element and its action, if this is the action of an element.
  var _elementAction: (id: ID, action: Action)? { get }
}

extension CasePath where Root: _ElementActionCases {
  /// The path to the actions of all elements.
  public static var element: CasePath<Root, (id: Root.ID, action: Root.Action)> {
    .init(name: "element", embed: { Root.element(id: $0.id, action: $0.action) }, extract: { $0._elementAction })
  }

  /// The path to the actions of one element.
  public static func element(id: Root.ID) -> CasePath<Root, Root.Action> {
    .init(name: "element(\(id))", embed: { Root.element(id: id, action: $0) }) { root in
      root._elementAction.flatMap { $0.id == id ? $0.action : nil }
    }
  }
}

extension CasePath where Value: _ElementActionCases {
  /// Extends the path to the actions of one element.
  public subscript(id id: Value.ID) -> CasePath<Root, Value.Action> { appending(.element(id: id)) }
}
