import ComposableCore

/// A ticket on the screen: whether it is shown, and how it closes itself. It does not change the
/// light.
public struct Ticket: Reducer {
  public struct State: Equatable, Identifiable, Sendable {
    public let id: Int
    public var isShown: Bool

    public init(id: Int, isShown: Bool = false) {
      self.id = id
      self.isShown = isShown
    }
  }

  public enum Action: Equatable, Sendable {
    case onAppear
    case onDisappear
    case closeTapped
  }

  /// The id of the effect that holds the light.
  public struct Light: Hashable, Sendable {
    public init() {}
  }

  @Dependency(\.dismiss) private var dismiss

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .onAppear: state.isShown = true
    case .onDisappear: state.isShown = false
    case .closeTapped: return .run { _ in await dismiss() }
    }
    return .none
  }
}
