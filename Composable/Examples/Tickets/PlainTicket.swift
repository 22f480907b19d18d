import ComposableCore

/// A ticket that makes two plain calls. It leaves the light on if its state is removed before
/// `onDisappear`.
public struct PlainTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Ticket()
    Reduce { _, action in
      switch action {
      case .onAppear: .run { _ in brightness.setToMaximum() }
      case .onDisappear: .run { _ in brightness.reset() }
      case .closeTapped: .none
      }
    }
  }
}
