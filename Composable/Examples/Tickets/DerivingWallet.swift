import ComposableCore
import ComposableExtras

/// A wallet that derives the light from its whole state, after every change.
public struct DerivingWallet: Reducer {
  public typealias State = Wallet.State
  public typealias Action = Wallet.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Wallet(of: Ticket())
      .runOnChange(of: { $0.ticket?.isShown }, to: true) { _ in
        .hold(acquire: { brightness.setToMaximum() }, release: { brightness.reset() })
      }
  }
}
