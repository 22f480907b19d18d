import Composable

/// A view that asks the client itself, past the store.
public struct TicketScreen: Sendable {
  @Dependency(\.brightness) private var brightness

  public init() {}

  public func appear() { brightness.setToMaximum() }

  public func disappear() { brightness.reset() }
}
