extension Reducer {
  /// Derives an effect from a change of state: calls `derive` whenever `value` has changed,
  /// whichever reducer changed it, and when this feature mounts.
  ///
  /// ```swift
  /// Ticket()
  ///   .onChange(of: \.isShown) { former, state in former == nil ? .none : .send(.shown(state.isShown)) }
  /// ```
  ///
  /// The store compares once the whole tree has reduced an action; children come before their
  /// parents. So changes by parents and siblings count, and a value that one action changes and
  /// changes back is no change. The former value is kept; a large collection there would be copied
  /// when a reducer changes it.
  ///
  /// A child mounts when it appears in the state, also with another identity, and the root when its
  /// store is made. The effect belongs to this feature, and to no send. `derive` is not called for
  /// what it changes itself.
  ///
  /// - Parameters:
  ///   - value: The part of the state that is compared.
  ///   - derive: Is given the former value, or nil when the feature mounts.
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
    deriving { number in
      Derivation(
        isDue: { state, place in
          let former: Value? = place.formerValue(of: number)
          return former.map { !isDuplicate($0, value(state)) } ?? true
        },
        derive: { state, place in
          let former: Value? = place.formerValue(of: number)
          let effect = derive(former, &state)
          place.remember(value(state), for: number)
          return effect
        }
      )
    }
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

  /// Adds a derivation, which comes after those inside this reducer.
  @inlinable func deriving(
    _ derivation: @escaping @Sendable (_ number: Int) -> Derivation<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      var node = node(in: tree)
      node.derivation = .joined(node.derivation, derivation(tree.makeMountID()))
      return node
    })
  }
}
