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
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let element = element()
    return preceded { tree in
      let elements = ElementChildren(keyPath: keyPath, mount: tree.makeMountID(), node: element.node(in: tree))
      return ReducerNode(
        reduce: { state, action in
          guard case .element(let id, let elementAction)? = actionPath.extract(action) else { return .none }
          let embed: @Sendable (ElementAction) -> Action = { actionPath.embed(.element(id: id, action: $0)) }
          if let effect = elements.reduce(&state, id, elementAction, embed) { return effect }
          MisroutedAction("forEach", action: action, element: id, location).report()
          return .none
        },
        mounts: [elements.mountPoint],
        rederive: elements.rederive { id, action in actionPath.embed(.element(id: id, action: action)) }
      )
    }
  }
}

/// A collection whose elements are found by identity in constant time, and that lists the changes since a stamp.
@usableFromInline
protocol KeyedChildren {
  associatedtype ID: Hashable & Sendable
  associatedtype Child

  var ids: [ID] { get }
  var stamp: JournalStamp { get }
  func changes(since stamp: JournalStamp) -> Journal<ID>.Changes
  func contains(id: ID) -> Bool
  func child(_ id: ID) -> Child?
  mutating func modifyChild<Result>(_ id: ID, _ body: (inout Child) -> Result) -> Result?
}

extension IdentifiedArray: KeyedChildren {
  @inlinable
  func child(_ id: ID) -> Element? { self[id: id] }

  @inlinable
  mutating func modifyChild<Result>(_ id: ID, _ body: (inout Element) -> Result) -> Result? {
    index(id: id).map { body(&self[$0]) }
  }
}

extension StackState: KeyedChildren {
  @inlinable
  func child(_ id: StackElementID) -> Element? { self[id: id] }

  @inlinable
  mutating func modifyChild<Result>(_ id: StackElementID, _ body: (inout Element) -> Result) -> Result? {
    index(id: id).map { body(&self[$0]) }
  }
}

/// The elements of a collection, mounted in its owner.
@usableFromInline
struct ElementChildren<State: Sendable, Children: KeyedChildren & Sendable, ChildAction: Sendable>: Sendable
where Children.Child: Sendable {
  @usableFromInline let keyPath: SendableKeyPath<State, Children>
  @usableFromInline let mount: Int
  @usableFromInline let node: ReducerNode<Children.Child, ChildAction>

  @inlinable
  init(keyPath: SendableKeyPath<State, Children>, mount: Int, node: ReducerNode<Children.Child, ChildAction>) {
    self.keyPath = keyPath
    self.mount = mount
    self.node = node
  }

  /// Lets the element reduce its action, and returns nil when there is no such element.
  @inlinable
  func reduce<Action>(
    _ state: inout State,
    _ id: Children.ID,
    _ action: ChildAction,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    dismissal: Action? = nil
  ) -> Effect<Action>? {
    let effect = state[keyPath: keyPath].modifyChild(id) { child in node.reduce(&child, action) }
    return effect.map { mounted($0, id, embed, dismissal) }
  }

  @inlinable
  func rederive<Action>(
    embed: @escaping @Sendable (Children.ID, ChildAction) -> Action,
    dismissal: @escaping @Sendable (Children.ID) -> Action? = { _ in nil }
  ) -> ReducerNode<State, Action>.Derivation? {
    guard let rederive = node.rederive else { return nil }
    return { state in
      let effects = state[keyPath: keyPath].ids.map { id in
        let effect = state[keyPath: keyPath].modifyChild(id) { rederive(&$0) } ?? .none
        return mounted(effect, id, { embed(id, $0) }, dismissal(id))
      }
      return .merge(effects)
    }
  }

  @inlinable
  func mounted<Action>(
    _ effect: Effect<ChildAction>,
    _ id: Children.ID,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ dismissal: Action?
  ) -> Effect<Action> {
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: ErasedID(id))
    return effect.mounted(at: place, embed: embed, dismissal: dismissal)
  }

  @inlinable
  var mountPoint: MountPoint<State> {
    MountPoint(id: mount) { [keyPath, node] state, living in
      let current = state[keyPath: keyPath]
      defer { living.stamp = current.stamp }
      switch living.stamp.map(current.changes) ?? .everything {
      case .none: break
      case .touched(let ids):
        for id in ids where !(node.mounts.isEmpty && current.contains(id: id)) {
          living[ErasedID(id)]?.reconcile(with: current.child(id), node)
        }
      case .everything:
        for place in living.all { place.reconcile(with: (place.identity.value()).flatMap(current.child), node) }
      }
    }
  }
}

extension Place {
  /// Ends this place when its child is gone, else whatever went away below it.
  @inlinable
  func reconcile<Child, Action>(with child: Child?, _ node: ReducerNode<Child, Action>) {
    guard let child else { return end() }
    node.reconcile(child, self)
  }
}
