import ComposableCore
import ComposableExtras

/// A ticket that derives the light from its state, whoever changes that.
public struct DerivingTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Ticket()
      .runOnChange(of: \.isShown, to: true) { _ in
        .hold(acquire: { brightness.setToMaximum() }, release: { brightness.reset() })
      }
  }
}
