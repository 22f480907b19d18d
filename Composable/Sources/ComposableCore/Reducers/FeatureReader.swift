/// Reads the present state of a feature in the feature's effects.
///
/// It only reads: each change has an action, which a test can state.
public struct FeatureReader<State: Sendable>: Sendable {
  private let path: StatePath

  @usableFromInline init(_ tree: _ReducerTree) {
    path = tree.path
  }

  /// The state after the last action; nil once the feature has gone or the effect has ended.
  ///
  /// To be read in an effect of the feature. Keep no copy: a reducer's change would have to copy
  /// the collections in it.
  public var state: State? {
    get async {
      guard let context = EffectContext.current else {
        reportUseOutsideAnEffect("FeatureReader.state", at: CodeLocation(fileID: #fileID, line: #line))
        return nil
      }
      let found = await context.owner.onExecutor { [path] core in
        core.effects[context.key].flatMap { path.find(core.erasedState, $0.place) }
      }
      return found as? State
    }
  }
}

extension Reduce {
  /// Makes a reducer from a function whose effects can read the feature's state while they run.
  ///
  /// ```swift
  /// Reduce.reading { state, action, feature in
  ///   guard case .blinkTapped = action else { return .none }
  ///   return .run { send in
  ///     while await feature.state?.isBlinking == true {
  ///       try await clock.sleep(for: .seconds(1))
  ///       await send(.blinked)
  ///     }
  ///   }
  /// }
  /// ```
  // Not an initializer: with two of them that take one closure, the compiler could not tell which
  // line of a closure is wrong.
  @inlinable public static func reading(
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: Action, _ feature: FeatureReader<State>) -> Effect<Action>
  ) -> Self {
    Self(makeNode: { tree in
      let feature = FeatureReader<State>(tree)
      return _ReducerNode { state, action in reduce(&state, action, feature) }
    })
  }
}

/// The way from the state of a store to that of one of its features. The place of an effect says
/// which children are meant.
struct StatePath: Sendable {
  let find: @Sendable (_ root: any Sendable, _ place: Place) -> (any Sendable)?

  static let root = StatePath { root, _ in root }

  func appending<Parent, Child: Sendable>(_ step: @escaping @Sendable (Parent, Place) -> Child?) -> StatePath {
    StatePath { [find] root, place in (find(root, place) as? Parent).flatMap { step($0, place) } }
  }
}

// Not inlinable, as in `Derivation`: few effects read a state, and each operator would contain it.
extension _ReducerTree {
  /// The tree of a part that is always there.
  @usableFromInline func part<State, Child: Sendable>(_ keyPath: SendableKeyPath<State, Child>) -> _ReducerTree {
    at(path.appending { (state: State, _) in state[keyPath: keyPath] })
  }

  /// The tree of a child that may be absent. It is the one that the effect belongs to, since the
  /// effects of a child with another identity have ended.
  @usableFromInline func child<State, Child: Sendable>(read: @escaping @Sendable (State) -> Child?) -> _ReducerTree {
    at(path.appending { (state: State, _) in read(state) })
  }

  /// The tree of the elements of a collection.
  @usableFromInline func elements<State, Children: KeyedChildren & Sendable>(
    mount: Int,
    of keyPath: SendableKeyPath<State, Children>
  ) -> _ReducerTree where Children.Child: Sendable {
    let element: @Sendable (State, Place) -> Children.Child? = { state, place in
      let id: Children.ID? = place.identity(below: mount)?.value()
      return id.flatMap { state[keyPath: keyPath].storage.element(of: $0) }
    }
    return at(path.appending(element))
  }
}

extension Place {
  /// The identity of the child of that mount point that this place belongs to; nil if it belongs to
  /// none.
  func identity(below mount: Int) -> ErasedID? {
    guard let siblings else { return nil }
    return siblings.mount == mount ? identity : siblings.owner.identity(below: mount)
  }
}
