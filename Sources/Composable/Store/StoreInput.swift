import Synchronization

/// A way for a dependency to send actions to the store that it belongs to.
///
/// A store's `withDependencies` closure is given one. During a turn an action is queued behind those that already wait, and reduced in the same turn;
/// at any other time it starts a turn of its own. The reference is weak: before the store is made and after its end, actions are dropped.
///
/// ```swift
/// let store = Store(initialState: Lamp.State(), executor: executor) {
///   Lamp()
/// } withDependencies: { values, input in
///   values.lampClient = LampClient(hold: { input.send(.acquired) }, release: { input.send(.released) })
/// }
/// ```
public final class StoreInput<Action: Sendable>: Sendable {
  private let target = Mutex<Target?>(nil)

  /// The closure stands in a structure: a mutex of a bare closure wraps it once more each time it is read, so that the ten
  /// thousandth send would pass ten thousand wrappers.
  private struct Target: Sendable {
    let send: @Sendable (Action) -> Void
  }

  package init() {}

  /// Queues the action during a turn of the store; otherwise starts a turn with it.
  public func send(_ action: Action) {
    target.withLock { $0 }?.send(action)
  }

  /// Connects the input, once the store that needs it as a dependency exists.
  package func connect(to core: StoreCore<some Sendable, Action>) {
    target.withLock { target in
      target = Target { [weak core] action in core?.whenOnExecutor { core in _ = core.process(action) } }
    }
  }
}
