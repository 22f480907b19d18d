import ComposableCore

/// Keeps a store until it is dropped.
final class StoreHolder<State: Sendable, Action: Sendable>: Sendable {
  private let held = Guarded<Store<State, Action>?>(nil)

  var store: Store<State, Action>? {
    get { held.value }
    set { held.value = newValue }
  }
}
