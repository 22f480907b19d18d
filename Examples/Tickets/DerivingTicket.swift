import Composable

/// A ticket whose light follows from its state, as far as the ticket itself changes it.
public struct DerivingTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Ticket()
      .onChange(of: \.isShown) { _, state in brightness.light(isHeld: state.isShown) }
  }
}

extension BrightnessClient {
  /// Holds the light, or lets go of it; asked twice it holds once.
  func light<Action>(isHeld: Bool) -> Effect<Action> {
    if !isHeld { return .cancel(id: Ticket.Light()) }
    return .hold(acquire: { setToMaximum() }, release: { reset() })
      .cancellable(id: Ticket.Light(), cancelInFlight: true)
  }
}
