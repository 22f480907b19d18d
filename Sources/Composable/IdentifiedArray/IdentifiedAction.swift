/// An action of one element of an identified array.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  indirect case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

/// An action of one of the elements of an identified array.
public typealias IdentifiedActionOf<Element: Identifiable, Action> = IdentifiedAction<Element.ID, Action>
where Element.ID: Sendable

/// `IdentifiedAction`, for paths to its case.
public protocol IdentifiedActionCases: SendableMetatype {
  associatedtype ID: Hashable & Sendable
  associatedtype Action

  var asIdentifiedAction: IdentifiedAction<ID, Action> { get }
  init(_ action: IdentifiedAction<ID, Action>)
}

extension IdentifiedAction: IdentifiedActionCases {
  public var asIdentifiedAction: IdentifiedAction { self }

  public init(_ action: IdentifiedAction) { self = action }
}

extension CasePath where Root: IdentifiedActionCases {
  /// The path to the action of any element.
  public static var element: CasePath<Root, (id: Root.ID, action: Root.Action)> {
    .init(embed: { Root(.element(id: $0.id, action: $0.action)) }) { root in
      switch root.asIdentifiedAction {
      case .element(let id, let action): (id, action)
      }
    }
  }

  /// The path to the action of the element with an id.
  public static func element(id: Root.ID) -> CasePath<Root, Root.Action> {
    .init(embed: { Root(.element(id: id, action: $0)) }) { root in
      switch root.asIdentifiedAction {
      case .element(let present, let action): present == id ? action : nil
      }
    }
  }
}

extension CasePath where Value: IdentifiedActionCases {
  /// The path that goes on to the action of the element with an id.
  public subscript(id id: Value.ID) -> CasePath<Root, Value.Action> {
    appending(.element(id: id))
  }
}
