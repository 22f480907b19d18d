import ComposableCore

/// A ticket that holds the light while it is shown, and releases it once, however that ends.
public struct HoldingTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onAppear where !state.isShown:
        .hold(acquire: { brightness.setToMaximum() }, release: { brightness.reset() })
          .cancellable(id: Ticket.Light())
      case .onDisappear:
        .cancel(id: Ticket.Light())
      default:
        .none
      }
    }
    Ticket()
  }
}
