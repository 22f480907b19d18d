/// What happens to a stack and to its elements.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// The element with an id is to go, and everything above it.
  case popFrom(id: StackElementID)
  /// An element is to be put on top under an id.
  indirect case push(id: StackElementID, state: State)
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

/// `StackAction`, for paths to its cases.
public protocol StackActionCases: SendableMetatype {
  associatedtype State
  associatedtype Action

  /// The value itself.
  var asStackAction: StackAction<State, Action> { get }
  /// The value of an action.
  init(_ action: StackAction<State, Action>)
}

extension StackAction: StackActionCases {
  /// The value itself.
  public var asStackAction: StackAction { self }

  /// The value of an action.
  public init(_ action: StackAction) { self = action }
}

extension CasePath where Root: StackActionCases {
  /// The path to the action of any element.
  public static var element: CasePath<Root, (id: StackElementID, action: Root.Action)> {
    .init(embed: { Root(.element(id: $0.id, action: $0.action)) }) {
      if case .element(let id, let action) = $0.asStackAction { (id, action) } else { nil }
    }
  }

  /// The path to the removal of an element and of everything above it.
  public static var popFrom: CasePath<Root, StackElementID> {
    .init(embed: { Root(.popFrom(id: $0)) }) { if case .popFrom(let id) = $0.asStackAction { id } else { nil } }
  }

  /// The path to an element's arrival.
  public static var push: CasePath<Root, (id: StackElementID, state: Root.State)> {
    .init(embed: { Root(.push(id: $0.id, state: $0.state)) }) {
      if case .push(let id, let state) = $0.asStackAction { (id, state) } else { nil }
    }
  }

  /// The path to the action of the element with an id.
  public static func element(id: StackElementID) -> CasePath<Root, Root.Action> {
    .init(embed: { Root(.element(id: id, action: $0)) }) {
      if case .element(id, let action) = $0.asStackAction { action } else { nil }
    }
  }
}

extension CasePath where Value: StackActionCases {
  /// The path that goes on to the action of the element with an id.
  public subscript(id id: StackElementID) -> CasePath<Root, Value.Action> {
    appending(.element(id: id))
  }
}
