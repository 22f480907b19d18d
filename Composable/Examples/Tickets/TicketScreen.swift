import ComposableCore

/// A view that calls the client itself, not through the store.
public struct TicketScreen: Sendable {
  @Dependency(\.brightness) private var brightness

  public init() {}

  public func appear() { brightness.setToMaximum() }

  public func disappear() { brightness.reset() }
}
