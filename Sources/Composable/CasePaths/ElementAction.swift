/// An action of one element of many, for paths to it: `IdentifiedAction` and `StackAction`.
public protocol ElementActionCases: SendableMetatype {
  /// What tells one element from another.
  associatedtype ID: Hashable & Sendable
  /// The actions of an element.
  associatedtype Action

  /// An action of the element with an id.
  static func element(id: ID, action: Action) -> Self

  /// The element and its action, if this is the action of an element.
  var elementAction: (id: ID, action: Action)? { get }
}

extension CasePath where Root: ElementActionCases {
  /// The path to the actions of all elements.
  public static var element: CasePath<Root, (id: Root.ID, action: Root.Action)> {
    .init(embed: { Root.element(id: $0.id, action: $0.action) }, extract: { $0.elementAction })
  }

  /// The path to the actions of one element.
  public static func element(id: Root.ID) -> CasePath<Root, Root.Action> {
    .init(embed: { Root.element(id: id, action: $0) }) { root in
      root.elementAction.flatMap { $0.id == id ? $0.action : nil }
    }
  }
}

extension CasePath where Value: ElementActionCases {
  /// The path that goes on to the actions of one element.
  public subscript(id id: Value.ID) -> CasePath<Root, Value.Action> { appending(.element(id: id)) }
}
