import Composable
import Synchronization

/// Somebody who keeps a store, or lets go of it.
final class StoreHolder<State: Sendable, Action: Sendable>: Sendable {
  private let held = Mutex<Store<State, Action>?>(nil)

  var store: Store<State, Action>? {
    get { held.withLock { $0 } }
    set { _ = held.withLock { held in swapped(&held, newValue) } }
  }

  // What is let go of dies outside of the lock.
  private func swapped(_ held: inout Store<State, Action>?, _ value: Store<State, Action>?) -> Store<State, Action>? {
    defer { held = value }
    return held
  }
}
