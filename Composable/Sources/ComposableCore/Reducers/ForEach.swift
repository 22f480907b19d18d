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
        in: tree,
        node: element.node,
        of: keyPath,
        action: CasePath(embed: { actionPath.embed(.element(id: $0.id, action: $0.action)) }) {
          if case .element(let id, let action)? = actionPath.extract($0) { (id, action) } else { nil }
        },
        at: location
      )
    }
  }

  /// Runs an element's reducer, before this one, for each action of an element of the stack, and
  /// pushes and pops elements.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: .path) { Screen() }
  /// ```
  ///
  /// An element asks to be popped with the `dismiss` dependency. When any reducer removes elements,
  /// their effects end at once.
  @inlinable public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, StackState<ElementState>>,
    action actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let element = element()
    return Reduce(makeNode: { tree in
      let elements = elementChildren(
        in: tree,
        node: { element.node(in: $0).presented($0.presence) },
        of: keyPath,
        action: CasePath(embed: { actionPath.embed(.element(id: $0.id, action: $0.action)) }) {
          if case .element(let id, let action)? = actionPath.extract($0) { (id, action) } else { nil }
        },
        dismissal: { id in actionPath.embed(.popFrom(id: id)) },
        at: location
      )
      var node = elements.followed(by: node(in: tree))
      node.reduce = { [reduce = node.reduce] state, action in
        switch actionPath.extract(action) {
        case nil: return reduce(&state, action)
        case .element(let id, _):
          let effect = reduce(&state, action)
          if !effect.isNone { StackState<ElementState>.reserve(id) }
          return effect
        case .push(let id, let element):
          state[keyPath: keyPath].push(element, as: id, at: location)
          return reduce(&state, action)
        case .popFrom(let id):
          state[keyPath: keyPath].reportAbsence(of: id, at: location)
          let effect = reduce(&state, action)
          state[keyPath: keyPath].pop(from: id)
          return effect
        }
      }
      return node
    })
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

/// The node for the elements of a collection. It passes actions to their elements, and reports
/// those for an absent one.
///
/// - Parameter dismissal: The action that the owner receives when an element asks to be dismissed;
///   nil if an ancestor decides.
@inlinable
func elementChildren<State: Sendable, Action: Sendable, Children: KeyedChildren & Sendable, ChildAction: Sendable>(
  in tree: _ReducerTree,
  node makeNode: (_ReducerTree) -> _ReducerNode<Children.Child, ChildAction>,
  of keyPath: SendableKeyPath<State, Children>,
  action path: CasePath<Action, (id: Children.ID, action: ChildAction)>,
  dismissal: @escaping @Sendable (Children.ID) -> Action? = { _ in nil },
  at location: CodeLocation
) -> _ReducerNode<State, Action> where Children.Child: Sendable {
  let mount = tree.makeMountID()
  let node = makeNode(tree.elements(mount: mount, of: keyPath))
  let mounted: @Sendable (Effect<ChildAction>, Children.ID) -> Effect<Action> = { effect, id in
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: ErasedID(id))
    return effect.mounted(at: place, embed: { path.embed((id, $0)) }, dismissal: dismissal(id))
  }
  return _ReducerNode(
    reduce: { state, action in
      guard let (id, childAction) = path.extract(action) else { return .none }
      let effect = state[keyPath: keyPath].modify(id) { mounted(node.reduce(&$0, childAction), id) }
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
    derivation: node.derivation?.ofElements(mount: mount, in: keyPath, mounted: mounted)
  )
}

extension KeyedChildren {
  /// Changes a child in place, in a single access, since each access walks the key path to the
  /// children.
  @inlinable mutating func modify<Result>(_ id: ID, _ body: (inout Child) -> Result) -> Result? {
    storage.position(of: id).map { body(&self[$0]) }
  }
}

extension Place {
  /// Ends this place if its child was removed; otherwise ends the removed places below it.
  @usableFromInline func reconcile<Child, Action>(with child: Child?, _ node: _ReducerNode<Child, Action>) {
    guard let child else { return end() }
    node.reconcile(child, self)
  }
}

extension StackState {
  @usableFromInline mutating func push(_ element: Element, as id: StackElementID, at location: CodeLocation) {
    if contains(id: id) {
      report("was asked to push an element under an identity that the stack has already", id, at: location)
    } else if !isKnown(id) {
      report("was asked to push an element under an identity that was never handed out", id, at: location)
    } else {
      StackIDGenerator.current.skip(through: id)
      append(element, id: id)
    }
  }

  /// Ensures that the store gives no other element this id, which has effects.
  ///
  /// A stack that was made before the store has ids from elsewhere.
  @usableFromInline static func reserve(_ id: StackElementID) { StackIDGenerator.current.skip(through: id) }

  @usableFromInline func reportAbsence(of id: StackElementID, at location: CodeLocation) {
    if contains(id: id) { return }
    report("was asked to pop from an element that the stack does not have", id, at: location)
  }

  private func report(_ event: String, _ id: StackElementID, at location: CodeLocation) {
    reportIssue(
      """
      "forEach" at \(location) \(event).

        element: \(id)
        stack: [\(ids.map(\.description).joined(separator: ", "))]

      The stack stays as it is. Take identities from the stack itself: from "ids", or from a child's own action.
      """,
      at: location
    )
  }
}
