extension Reducer {
  /// Runs a child reducer, before this one, on an optional part of the state while it is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: .editor) { Editor() }
  /// ```
  ///
  /// When the child goes away or is replaced by one of another identity, its effects end at once, whichever reducer did it.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, ChildState?>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return preceded { tree in
      OptionalChild(
        slot: OptionalSlot(keyPath: keyPath),
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifLet", location: location)
    }
  }

  /// Runs a child reducer, before this one, on one case of an enum while that case is current.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(.loggedIn, action: .loggedIn) { Home() }
  /// ```
  ///
  /// When another case becomes current, or the payload gets another identity, the child's effects end at once.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ casePath: CasePath<State, ChildState>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return preceded { tree in
      OptionalChild(
        slot: CaseSlot(path: casePath),
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifCaseLet", location: location)
    }
  }
}

extension Reducer {
  /// This reducer with a child that reduces first.
  @inlinable
  func preceded(by child: @escaping @Sendable (ReducerTree) -> ReducerNode<State, Action>) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in child(tree).followed(by: node(in: tree)) })
  }
}

/// A child that may be absent, mounted in its parent.
@usableFromInline
struct OptionalChild<Slot: ChildSlot, ChildAction: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let slot: Slot
  @usableFromInline let node: ReducerNode<Slot.Child, ChildAction>
  @usableFromInline let mount: Int
  @usableFromInline let embed: @Sendable (ChildAction) -> Action
  /// The action that the parent receives when the child asks to be dismissed; nil where an ancestor decides.
  @usableFromInline let dismissal: Action?

  @usableFromInline let identity: @Sendable (Slot.Child) -> ErasedID

  @inlinable
  init(
    slot: Slot,
    node: ReducerNode<Slot.Child, ChildAction>,
    mount: Int,
    embed: @escaping @Sendable (ChildAction) -> Action,
    dismissal: Action? = nil,
    identity: @escaping @Sendable (Slot.Child) -> ErasedID = childIdentity(of: Slot.Child.self)
  ) {
    self.slot = slot
    self.node = node
    self.mount = mount
    self.embed = embed
    self.dismissal = dismissal
    self.identity = identity
  }

  /// Lets the child reduce its action, and returns nil when there is no child.
  @inlinable
  func reduce(_ state: inout Slot.State, _ action: ChildAction) -> Effect<Action>? {
    mounted(&state) { child in node.reduce(&child, action) }
  }

  /// The identity of the present child; nil when there is none.
  @inlinable
  func identity(in state: Slot.State) -> ErasedID? {
    slot.read(state).map(identity)
  }

  @inlinable
  var rederive: ReducerNode<Slot.State, Action>.Derivation? {
    guard let rederive = node.rederive else { return nil }
    return { state in mounted(&state) { child in rederive(&child) } ?? .none }
  }

  @inlinable
  var mountPoint: MountPoint<Slot.State> {
    MountPoint(id: mount) { state, children in
      guard let child = slot.read(state) else { return children.endAll() }
      children.endAll(except: identity(child)).map { node.reconcile(child, $0) }
    }
  }

  @inlinable
  func mounted(
    _ state: inout Slot.State,
    _ body: (inout Slot.Child) -> Effect<ChildAction>
  ) -> Effect<Action>? {
    slot.modify(&state) { child in
      let effect = body(&child)
      if effect.isNone { return .none }
      let place = MountedChild(mount: mount, identity: identity(child))
      return effect.mounted(at: place, embed: embed, dismissal: dismissal)
    }
  }
}

extension OptionalChild {
  /// A node that hands the child its actions and reports those that come while it is absent.
  @inlinable
  func node(
    action path: CasePath<Action, ChildAction>,
    operatorName: String,
    location: CodeLocation
  ) -> ReducerNode<Slot.State, Action> {
    ReducerNode(
      reduce: { state, action in
        guard let childAction = path.extract(action) else { return .none }
        if let effect = reduce(&state, childAction) { return effect }
        MisroutedAction(operatorName, action: action, state: state, location).report()
        return .none
      },
      mounts: [mountPoint],
      rederive: rederive
    )
  }
}

/// A way to a part of a value that effects may carry along.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// Where a child that may be absent lives in its parent's state, and how it is reached without copying it.
@usableFromInline
protocol ChildSlot<State, Child>: Sendable {
  associatedtype State: Sendable
  associatedtype Child: Sendable

  /// Calls `body` with the child in its place, and returns nil when there is none.
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result?

  func read(_ state: State) -> Child?
}

/// An optional property.
@usableFromInline
struct OptionalSlot<State: Sendable, Child: Sendable>: ChildSlot {
  @usableFromInline let keyPath: SendableKeyPath<State, Child?>

  @inlinable
  init(keyPath: SendableKeyPath<State, Child?>) {
    self.keyPath = keyPath
  }

  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    state[keyPath: keyPath].modifyIfPresent(body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    state[keyPath: keyPath]
  }
}

/// A case of an enum.
@usableFromInline
struct CaseSlot<State: Sendable, Child: Sendable>: ChildSlot {
  @usableFromInline let path: CasePath<State, Child>

  @inlinable
  init(path: CasePath<State, Child>) {
    self.path = path
  }

  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    withPayload(of: &state, in: path, body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    path.extract(state)
  }
}

extension Optional {
  @inlinable
  mutating func modifyIfPresent<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    return body(&self!)
  }
}
