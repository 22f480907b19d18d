extension Reducer {
  /// Derives an effect from a change of state: calls `derive` after this reducer whenever `value`
  /// has changed.
  ///
  /// ```swift
  /// Ticket()
  ///   .onChange(of: \.isShown) { _, state in brightness.light(isHeld: state.isShown) }
  /// ```
  ///
  /// It sees the changes that this reducer makes, and no others: on a child it misses what the
  /// parent does to the child's state, and state that was there from the start is no change. Attach
  /// it to the root to see every change, and call the store's `rederive()` after a restore.
  ///
  /// - Parameter derive: Is given the former value, or nil when the store derives everything again.
  @inlinable public func onChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    derive: @escaping @Sendable (_ former: Value?, _ state: inout State) -> Effect<Action>
  ) -> Reduce<State, Action> {
    onChange(of: value, isDuplicate: { $0 == $1 }, derive: derive)
  }

  /// Derives an effect from changes of state, except those for which `isDuplicate` returns true.
  @inlinable public func onChange<Value: Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ former: Value, _ value: Value) -> Bool,
    derive: @escaping @Sendable (_ former: Value?, _ state: inout State) -> Effect<Action>
  ) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      var node = node(in: tree)
      node.reduce = { [reduce = node.reduce] state, action in
        let former = value(state)
        let effect = reduce(&state, action)
        if isDuplicate(former, value(state)) { return effect }
        return effect.merge(with: derive(former, &state))
      }
      node.rederive = ReducerNode.joined(node.rederive) { state in derive(nil, &state) }
      return node
    })
  }

  /// Derives an effect as above; `derive` also gets a number that is unique in the store's tree.
  @inlinable package func onNumberedChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    derive: @escaping @Sendable (_ number: Int, _ state: inout State) -> Effect<Action>
  ) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      let number = tree.makeMountID()
      return onChange(of: value) { _, state in derive(number, &state) }.node(in: tree)
    })
  }
}
