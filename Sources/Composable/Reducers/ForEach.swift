extension Reducer {
  /// Runs an element's reducer, before this one, for each action of one of the elements.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: .rows) { Row() }
  /// ```
  ///
  /// When any reducer removes an element, its effects end at once.
  @inlinable
  public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let element = element()
    return preceded { tree in
      let elements = ElementChildren(
        keyPath: keyPath,
        mount: tree.makeMountID(),
        node: element.node(in: tree),
        embed: { id, action in actionPath.embed(.element(id: id, action: action)) },
        dismissal: { _ in nil }
      )
      return ReducerNode(
        reduce: { state, action in
          guard case .element(let id, let elementAction)? = actionPath.extract(action) else { return .none }
          if let effect = elements.reduce(&state, id, elementAction) { return effect }
          reportMisrouted(action, by: "forEach", at: CodeLocation(fileID: fileID, line: line), element: id)
          return .none
        },
        mounts: [elements.mountPoint],
        rederive: elements.rederive
      )
    }
  }
}

/// A collection whose elements can be children.
@usableFromInline
protocol KeyedChildren<ID, Child> {
  associatedtype ID: Hashable & Sendable
  associatedtype Child

  var storage: KeyedStorage<ID, Child> { get }
  subscript(position: Int) -> Child { get set }
}

extension IdentifiedArray: KeyedChildren {}
extension StackState: KeyedChildren {}

/// The elements of a collection, mounted in its owner.
@usableFromInline
struct ElementChildren<State: Sendable, Children: KeyedChildren & Sendable, ChildAction: Sendable, Action: Sendable>:
  Sendable
where Children.Child: Sendable {
  @usableFromInline let keyPath: SendableKeyPath<State, Children>
  @usableFromInline let mount: Int
  @usableFromInline let node: ReducerNode<Children.Child, ChildAction>
  @usableFromInline let embed: @Sendable (Children.ID, ChildAction) -> Action
  /// The action that the owner receives when an element asks to be dismissed; nil where an ancestor decides.
  @usableFromInline let dismissal: @Sendable (Children.ID) -> Action?

  @inlinable
  init(
    keyPath: SendableKeyPath<State, Children>,
    mount: Int,
    node: ReducerNode<Children.Child, ChildAction>,
    embed: @escaping @Sendable (Children.ID, ChildAction) -> Action,
    dismissal: @escaping @Sendable (Children.ID) -> Action?
  ) {
    self.keyPath = keyPath
    self.mount = mount
    self.node = node
    self.embed = embed
    self.dismissal = dismissal
  }

  /// Lets the element reduce its action, and returns nil when there is no such element.
  @inlinable
  func reduce(_ state: inout State, _ id: Children.ID, _ action: ChildAction) -> Effect<Action>? {
    guard let position = state[keyPath: keyPath].storage.position(of: id) else { return nil }
    return mounted(node.reduce(&state[keyPath: keyPath][position], action), id)
  }

  @inlinable
  var rederive: ReducerNode<State, Action>.Derivation? {
    guard let rederive = node.rederive else { return nil }
    return { state in
      let ids = state[keyPath: keyPath].storage.keys
      return .merge(ids.indices.map { mounted(rederive(&state[keyPath: keyPath][$0]), ids[$0]) })
    }
  }

  @inlinable
  func mounted(_ effect: Effect<ChildAction>, _ id: Children.ID) -> Effect<Action> {
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: ErasedID(id))
    return effect.mounted(at: place, embed: { embed(id, $0) }, dismissal: dismissal(id))
  }

  @inlinable
  var mountPoint: MountPoint<State> {
    MountPoint(id: mount) { [keyPath, node] state, living in
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
  }
}

extension Place {
  /// Ends this place when its child was removed, else the removed places below it.
  @usableFromInline
  func reconcile<Child, Action>(with child: Child?, _ node: ReducerNode<Child, Action>) {
    guard let child else { return end() }
    node.reconcile(child, self)
  }
}
