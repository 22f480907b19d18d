extension Store {
  /// A store of a part of this one's state, for the actions that belong to it. It keeps this store's effects alive.
  ///
  /// A scoped store has no identity: each call makes one of its own, and all of one part show the same and reach the same root.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    Store<Child, ChildAction>(
      part: ScopedStore(parent: self, embed: actionPath.embed) { state, _ in state[keyPath: keyPath] }
    )
  }

  /// A store of an optional part, if it is there; while it is not there any more, the store goes on to show what it was last.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child?> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    guard let child = state[keyPath: keyPath] else { return nil }
    return Store<Child, ChildAction>(
      part: ScopedStore(parent: self, embed: actionPath.embed, last: child) { state, last in
        state[keyPath: keyPath] ?? last!
      }
    )
  }

  /// A store of one element, if it is there; while it is not there any more, the store goes on to show what it was last.
  public func scope<ID, Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    id: ID,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    guard let element = state[keyPath: keyPath][id: id] else { return nil }
    let embed: @Sendable (ElementAction) -> Action = { actionPath.embed(.element(id: id, action: $0)) }
    return Store<Element, ElementAction>(
      part: ScopedStore(parent: self, embed: embed, last: element) { state, last in
        state[keyPath: keyPath][id: id] ?? last!
      }
    )
  }
}
