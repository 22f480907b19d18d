/// What happens to a child that may be there or not.
public enum PresentationAction<Action> {
  /// The child is to go.
  case dismiss
  /// An action of the child.
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Codable where Action: Codable {}

/// `PresentationAction`, for paths to its cases.
public protocol PresentationActionCases: SendableMetatype {
  associatedtype Action

  /// The value itself.
  var asPresentationAction: PresentationAction<Action> { get }
  /// The value of an action.
  init(_ action: PresentationAction<Action>)
}

extension PresentationAction: PresentationActionCases {
  /// The value itself.
  public var asPresentationAction: PresentationAction { self }

  /// The value of an action.
  public init(_ action: PresentationAction) { self = action }
}

extension CasePath where Root: PresentationActionCases {
  /// The path to the child's dismissal.
  public static var dismiss: CasePath<Root, Void> {
    .init(Root(.dismiss)) { if case .dismiss = $0.asPresentationAction { true } else { false } }
  }

  /// The path to an action of the child.
  public static var presented: CasePath<Root, Root.Action> {
    .init(embed: { Root(.presented($0)) }) {
      if case .presented(let action) = $0.asPresentationAction { action } else { nil }
    }
  }
}
