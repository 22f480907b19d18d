/// What the features of a node derive from their state, once the whole tree has reduced an action.
///
/// Each `onChange` compares its value with the one that it saw last, which the place of its feature
/// keeps. A place begins with its child, so a child that is new has no former value. Every living
/// child below an `onChange` therefore has a place, also without effects.
///
/// The functions that only pass a derivation up the tree are not inlinable: few trees derive
/// anything, and each operator of every other tree would contain them.
@usableFromInline struct Derivation<State: Sendable, Action: Sendable>: Sendable {
  /// Whether `derive` has something to do. It reads the state only, so that elements without a
  /// change stay out of their collection's journal.
  @usableFromInline let isDue: @Sendable (_ state: State, _ place: Place) -> Bool
  /// Derives what is due, and remembers the values.
  @usableFromInline let derive: @Sendable (_ state: inout State, _ place: Place) -> Effect<Action>

  @usableFromInline init(
    isDue: @escaping @Sendable (_ state: State, _ place: Place) -> Bool,
    derive: @escaping @Sendable (_ state: inout State, _ place: Place) -> Effect<Action>
  ) {
    self.isDue = isDue
    self.derive = derive
  }
}

// MARK: - Up the tree

extension Derivation {
  /// Two derivations on the same state; either may be nil.
  @usableFromInline static func joined(_ first: Self?, _ next: Self?) -> Self? {
    guard let first, let next else { return first ?? next }
    return Self(
      isDue: { state, place in first.isDue(state, place) || next.isDue(state, place) },
      derive: { state, place in
        let effect = first.isDue(state, place) ? first.derive(&state, place) : .none
        return next.isDue(state, place) ? effect.merge(with: next.derive(&state, place)) : effect
      }
    )
  }

  /// This derivation, with other dependencies.
  @usableFromInline func overriding(_ change: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    Self(
      isDue: { state, place in withDependencies(change) { isDue(state, place) } },
      derive: { state, place in withDependencies(change) { derive(&state, place) } }
    )
  }

  /// This derivation, marked as presented.
  @usableFromInline func presented(_ presence: PresenceMark) -> Self {
    Self(
      isDue: { state, place in presence.whileSet { isDue(state, place) } },
      derive: { state, place in presence.whileSet { derive(&state, place) } }
    )
  }

  /// This derivation, on a part of the parent's state.
  @usableFromInline func scoped<Parent, ParentAction>(
    to keyPath: SendableKeyPath<Parent, State>,
    action embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Derivation<Parent, ParentAction> {
    Derivation<Parent, ParentAction>(
      isDue: { state, place in isDue(state[keyPath: keyPath], place) },
      derive: { state, place in derive(&state[keyPath: keyPath], place).embedded(embed) }
    )
  }

  /// This derivation, on a child that may be absent.
  ///
  /// - Parameter mounted: Makes the parent's effect of the child's.
  @usableFromInline func ofOptionalChild<Parent, ParentAction>(
    mount: Int,
    read: @escaping @Sendable (Parent) -> State?,
    modify: @escaping @Sendable (inout Parent, (inout State) -> Effect<ParentAction>) -> Effect<ParentAction>?,
    identity: @escaping @Sendable (State) -> ErasedID,
    mounted: @escaping @Sendable (Effect<Action>, State) -> Effect<ParentAction>
  ) -> Derivation<Parent, ParentAction> {
    Derivation<Parent, ParentAction>(
      isDue: { state, place in
        guard let child = read(state) else { return false }
        return isDue(child, in: place.children(of: mount)?[identity(child)])
      },
      derive: { state, place in
        let effect = modify(&state) { child in
          mounted(derive(&child, place.mount(MountedChild(mount: mount, identity: identity(child)))), child)
        }
        return effect ?? .none
      }
    )
  }

  /// This derivation, on the elements of a collection.
  ///
  /// Only those elements are compared that an action has touched.
  ///
  /// - Parameter mounted: Makes the parent's effect of an element's.
  @usableFromInline func ofElements<Parent, ParentAction, Children: KeyedChildren & Sendable>(
    mount: Int,
    in keyPath: SendableKeyPath<Parent, Children>,
    mounted: @escaping @Sendable (Effect<Action>, Children.ID) -> Effect<ParentAction>
  ) -> Derivation<Parent, ParentAction> where Children.Child == State {
    Derivation<Parent, ParentAction>(
      isDue: { state, place in
        let storage = state[keyPath: keyPath].storage
        let children = place.children(of: mount)
        if !dueElements(of: storage, children).isEmpty { return true }
        children?.derivedStamp = storage.journal.stamp
        return false
      },
      derive: { state, place in
        let due = dueElements(of: state[keyPath: keyPath].storage, place.children(of: mount))
        let effects = due.map { id in
          let child = place.mount(MountedChild(mount: mount, identity: ErasedID(id)))
          return state[keyPath: keyPath].modify(id) { mounted(derive(&$0, child), id) } ?? .none
        }
        return .merge(effects)
      }
    )
  }

  private func dueElements<ID>(of storage: KeyedStorage<ID, State>, _ children: MountedChildren?) -> [ID] {
    let touched = children?.derivedStamp.flatMap(storage.journal.touched) ?? storage.keys
    return touched.filter { id in storage.element(of: id).map { isDue($0, in: children?[ErasedID(id)]) } ?? false }
  }

  /// Whether something is due for a child; always if it is new and has no place yet.
  private func isDue(_ child: State, in place: Place?) -> Bool { place.map { isDue(child, $0) } ?? true }
}

// MARK: - Running

extension Derivation {
  /// Derives until nothing is due any more, since a derivation may change what another one sees.
  func run(on state: inout State, at root: Place) -> Effect<Action> {
    var effect = Effect<Action>.none
    for _ in 0..<100 {
      if !isDue(state, root) { return effect }
      effect = effect.merge(with: derive(&state, root))
    }
    reportIssue(
      """
      the derivations of 'onChange' in '\(typeName(of: State.self))' have changed the state 100 times for one action, and go on.

      The rest is left for the next action. Derive a value that stays: after a change, the derivation must leave its own value equal to what it has seen.
      """,
      at: CodeLocation(fileID: #fileID, line: #line)
    )
    return effect
  }
}
