extension Reducer {
  /// Runs an element's reducer, before this one, for each action of one of the elements.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: .rows) { Row() }
  /// ```
  ///
  /// When any reducer removes an element, its effects end at once.
  @inlinable public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let element = element()
    return preceded { tree in
      elementChildren(
        element.node(in: tree),
        mount: tree.makeMountID(),
        of: keyPath,
        action: CasePath(embed: { actionPath.embed(.element(id: $0.id, action: $0.action)) }) {
          if case .element(let id, let action)? = actionPath.extract($0) { (id, action) } else { nil }
        },
        at: location
      )
    }
  }
}

/// A collection whose elements can be children.
@usableFromInline protocol KeyedChildren<ID, Child> {
  associatedtype ID: Hashable & Sendable
  associatedtype Child

  var storage: KeyedStorage<ID, Child> { get }
  subscript(position: Int) -> Child { get set }
}

extension IdentifiedArray: KeyedChildren {}
extension StackState: KeyedChildren {}

/// The node of the elements of a collection: hands each its actions, and reports those for an element that is absent.
///
/// - Parameter dismissal: The action that the owner receives when an element asks to be dismissed; nil where an ancestor decides.
@inlinable
func elementChildren<State: Sendable, Action: Sendable, Children: KeyedChildren & Sendable, ChildAction: Sendable>(
  _ node: ReducerNode<Children.Child, ChildAction>,
  mount: Int,
  of keyPath: SendableKeyPath<State, Children>,
  action path: CasePath<Action, (id: Children.ID, action: ChildAction)>,
  dismissal: @escaping @Sendable (Children.ID) -> Action? = { _ in nil },
  at location: CodeLocation
) -> ReducerNode<State, Action> where Children.Child: Sendable {
  let mounted: @Sendable (Effect<ChildAction>, Children.ID) -> Effect<Action> = { effect, id in
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: ErasedID(id))
    return effect.mounted(at: place, embed: { path.embed((id, $0)) }, dismissal: dismissal(id))
  }
  return ReducerNode(
    reduce: { state, action in
      guard let (id, childAction) = path.extract(action) else { return .none }
      let effect = modify(id, in: &state[keyPath: keyPath]) { mounted(node.reduce(&$0, childAction), id) }
      if let effect { return effect }
      reportMisrouted(action, by: "forEach", at: location, element: id)
      return .none
    },
    mounts: [
      MountPoint(id: mount) { state, living in
        let current = state[keyPath: keyPath].storage
        defer { living.stamp = current.journal.stamp }
        if let touched = living.stamp.flatMap(current.journal.touched) {
          for id in touched where !(node.mounts.isEmpty && current.position(of: id) != nil) {
            living[ErasedID(id)]?.reconcile(with: current.element(of: id), node)
          }
        } else {
          for place in living.all { place.reconcile(with: place.identity.value().flatMap(current.element), node) }
        }
      }
    ],
    rederive: node.rederive.map { rederive in
      { @Sendable state in
        let ids = state[keyPath: keyPath].storage.keys
        return .merge(ids.indices.map { mounted(rederive(&state[keyPath: keyPath][$0]), ids[$0]) })
      }
    }
  )
}

/// Changes a child in its place; through one access, since a path to the children is walked anew for each.
@inlinable func modify<Children: KeyedChildren, Result>(
  _ id: Children.ID,
  in children: inout Children,
  _ body: (inout Children.Child) -> Result
) -> Result? {
  children.storage.position(of: id).map { body(&children[$0]) }
}

extension Place {
  /// Ends this place when its child was removed, else the removed places below it.
  @usableFromInline func reconcile<Child, Action>(with child: Child?, _ node: ReducerNode<Child, Action>) {
    guard let child else { return end() }
    node.reconcile(child, self)
  }
}
