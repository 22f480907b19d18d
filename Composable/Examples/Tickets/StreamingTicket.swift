import ComposableCore

/// A ticket that sets the light in an effect which waits on a stream; the end of the stream resets
/// it.
///
/// The stream of `HoldingTicket` belongs to the store, and this one to the effect's task. So this
/// light is reset once as well, whatever ends the effect, but an effect that ends before its task
/// began does both later, when the task runs.
public struct StreamingTicket: Reducer {
  public typealias State = Ticket.State
  public typealias Action = Ticket.Action

  @Dependency(\.brightness) private var brightness

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onAppear where !state.isShown:
        .run { _ in
          brightness.setToMaximum()
          for await _ in AsyncStream(onTermination: brightness.reset) {}
        }
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

extension AsyncStream where Element == Never {
  /// A stream without elements, which calls a function when the task that awaits it is cancelled.
  init(onTermination: @escaping @Sendable () -> Void) {
    self.init { continuation in continuation.onTermination = { _ in onTermination() } }
  }
}
