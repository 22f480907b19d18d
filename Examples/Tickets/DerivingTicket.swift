import Composable

/// A ticket that derives the light from its state when the ticket itself changes it.
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
  /// Holds the light, or releases it. A second call with `true` replaces the first hold.
  func light<Action>(isHeld: Bool) -> Effect<Action> {
    if !isHeld { return .cancel(id: Ticket.Light()) }
    return .hold(acquire: { setToMaximum() }, release: { reset() })
      .cancellable(id: Ticket.Light(), cancelInFlight: true)
  }
}
