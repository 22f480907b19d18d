import ComposableCore

/// A ticket that holds the light for at most a minute.
public struct ExpiringTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness
  @Dependency(\.clock) private var clock

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onAppear where !state.isShown:
        .hold(
          acquire: { brightness.setToMaximum() },
          release: { brightness.reset() },
          while: { _ in try await clock.sleep(for: .seconds(60)) }
        )
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
