extension Reducer {
  /// Begins an effect when this feature mounts; it ends with the feature, unless something else
  /// ends it before.
  ///
  /// ```swift
  /// Ticket()
  ///   .onMount { _ in .hold(acquire: brightness.setToMaximum, release: brightness.reset) }
  /// ```
  ///
  /// A child mounts when it appears in the state, whoever put it there, also with another identity;
  /// the root mounts when its store is made. Nobody has to send an action for that.
  @inlinable public func onMount(
    _ effect: @escaping @Sendable (_ state: State) -> Effect<Action>
  ) -> Reduce<State, Action> {
    onChange(of: { _ in true }) { _, state in effect(state) }
  }

  /// Calls a function when this feature goes, in the same turn: its parent removed it or gave it
  /// another identity, or the store ended.
  ///
  /// It runs on the store's executor. The state has gone by then.
  public func onDismount(_ dismount: @escaping @Sendable () -> Void) -> Reduce<State, Action> {
    onMount { _ in .hold(acquire: {}, release: dismount) }
  }
}
