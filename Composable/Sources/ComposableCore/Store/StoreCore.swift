/// The actor behind a store: the state, the tree that reduces it, and its living effects.
///
/// A turn begins with an action from outside and lasts until no action is queued. Each action is
/// reduced, effects are derived from the new state, then the effects of removed children end, then
/// the new effects begin. The turn's end completes the state, and observers are called.
@usableFromInline package actor StoreCore<State: Sendable, Action: Sendable>: EffectOwner {
  package nonisolated let executor: any SerialExecutor & TaskExecutor
  @usableFromInline package nonisolated let unownedExecutor: UnownedSerialExecutor
  let effects = LiveEffects()
  var dependencies: DependencyValues {
    didSet { dependenciesOfTasks = dependencies.kept }
  }
  /// The dependencies of effects that run on while reducers do.
  private(set) var dependenciesOfTasks: DependencyValues
  var recorder: ActionRecorder<State, Action>?
  private let node: _ReducerNode<State, Action>
  private let endOfTurn: (@Sendable (inout State) -> Void)?
  private let onInput: (@Sendable (Action) -> Void)?
  var observers = Roster<@Sendable (State) -> Void>()
  var lastObserver = 0
  /// Stored, because asking `observers` in each turn would look up the type of an observer.
  var isObserved = false
  let queue = Queue<(action: Action, group: SendGroup?)>()
  private(set) var currentState: State
  var phase: Phase
  /// Whether the turn has reduced an action, so that its end is due.
  private var hasReduced = false
  /// Whether the store was released. It then ignores actions and begins no effects.
  private(set) var hasEnded = false

  enum Phase {
    /// Before the first derivation from the state. A tree without derivations begins as idle.
    case unmounted
    case idle
    case turn
    case reducing
    /// Calls observers; an action that is sent meanwhile starts another turn.
    case notifying
  }

  /// Makes the core; the initial state and the reducer are made once, with the store's dependencies
  /// in force.
  package static func make(
    executor: any SerialExecutor & TaskExecutor,
    dependencies: DependencyValues,
    endOfTurn: (@Sendable (inout State) -> Void)? = nil,
    onInput: (@Sendable (Action) -> Void)? = nil,
    initialState: () -> State,
    reducer: () -> some Reducer<State, Action>
  ) -> StoreCore {
    var dependencies = dependencies
    dependencies.stackIDs = StackIDGenerator()
    dependencies.executor = executor
    let tree = _ReducerTree.ofStore()
    dependencies.presence = tree.presence
    let (state, node) = dependencies.whileCurrent { (initialState(), reducer().node(in: tree)) }
    return StoreCore(executor, dependencies, endOfTurn, onInput, state, node)
  }

  private init(
    _ executor: any SerialExecutor & TaskExecutor,
    _ dependencies: DependencyValues,
    _ endOfTurn: (@Sendable (inout State) -> Void)?,
    _ onInput: (@Sendable (Action) -> Void)?,
    _ state: State,
    _ node: _ReducerNode<State, Action>
  ) {
    self.executor = executor
    unownedExecutor = executor.asUnownedSerialExecutor()
    self.dependencies = dependencies
    dependenciesOfTasks = dependencies.kept
    self.endOfTurn = endOfTurn
    self.onInput = onInput
    self.node = node
    phase = node.derivation == nil ? .idle : .unmounted
    currentState = state
  }

  /// Whether the tree derives effects from its state.
  nonisolated var isMountable: Bool { node.derivation != nil }

  /// The state, for the caller on the store's executor.
  package var stateNow: State {
    precondition(phase != .reducing, "a store's state was read while its reducer is changing it")
    return currentState
  }

  var erasedState: any Sendable { stateNow }

  /// Reduces the action and those that follow from it; during a turn, the action is queued instead.
  @usableFromInline package func process(_ action: Action) -> StoreTask {
    if phase != .idle || hasEnded {
      if phase == .unmounted && !hasEnded {
        mount()
        return process(action)
      }
      enqueue(action, in: nil)
      return .none
    }
    onInput?(action)
    return task(for: runTurn { reduce(action, in: nil) })
  }

  /// Derives effects from the initial state, in a turn of its own: the root mounts, and each child
  /// that is there.
  func mount() {
    guard phase == .unmounted, !hasEnded else { return }
    _ = runTurn {
      hasReduced = true
      commitDerived()
      return nil
    }
  }

  func receive(_ action: Action, in group: SendGroup) {
    if phase == .idle && !hasEnded { onInput?(action) }
    enqueue(action, in: group)
    inTurn {}
  }

  private func enqueue(_ action: Action, in group: SendGroup?) {
    if hasEnded { return }
    // An observer's action starts another turn, as if it had been sent after this one.
    if phase == .notifying { onInput?(action) }
    queue.append((action, group))
  }

  /// Ends every effect. From now on the store ignores actions.
  func endAll() {
    hasEnded = true
    // Kept until this function returns: releasing an observer may release an `ObserveToken`, which
    // removes another observer.
    var forgotten = Roster<@Sendable (State) -> Void>()
    swap(&forgotten, &observers)
    dependencies.whileCurrent { effects.endAll() }
  }
}

// MARK: - The turn

extension StoreCore {
  func inTurn(_ body: () -> Void) {
    if phase != .idle { return body() }
    _ = runTurn {
      body()
      effects.removeEmptyPlaces()
      return nil
    }
  }

  /// Runs one turn: `body`, what is queued, the turn's end, and then the observers. Returns the
  /// group of the effects that `body` began.
  private func runTurn(_ body: () -> SendGroup?) -> SendGroup? {
    phase = .turn
    defer { phase = .idle }
    return dependencies.whileCurrent {
      let group = body()
      finishTurn()
      if isObserved { notifyObservers() }
      return group
    }
  }

  /// Reduces what is queued, and then completes the state.
  func finishTurn() {
    if !queue.isEmpty { drain() }
    guard let endOfTurn else { return }
    while hasReduced && !hasEnded {
      phase = .reducing
      endOfTurn(&currentState)
      phase = .turn
      hasReduced = false
      if !effects.root.mounted.isEmpty { endEffectsOfChildrenRemovedAtEnd() }
      commitDerived()
      drain()
    }
  }

  private func drain() {
    while let next = queue.popFirst() {
      if hasEnded { continue }
      _ = reduce(next.action, in: next.group)
    }
  }

  private func reduce(_ action: Action, in group: SendGroup?) -> SendGroup? {
    phase = .reducing
    let firstID = recorder == nil ? nil : dependencies.stackIDs.peek()
    let effect = node.reduce(&currentState, action)
    let derived = derive()
    if let firstID { record(action, since: firstID) }
    phase = .turn
    hasReduced = true
    if effect.isNone && effects.isEmpty && !isMountable { return nil }
    return commit(effect, in: group, of: action, derived: derived)
  }

  /// The effects that are derived from the new state.
  private func derive() -> Effect<Action> { node.derivation?.run(on: &currentState, at: effects.root) ?? .none }

  // A function of its own, so that an action that is not recorded does not look up the type of a
  // record.
  @inline(never)
  private func record(_ action: Action, since firstID: StackElementID) {
    let ids = (firstID, dependencies.stackIDs.peek())
    recorder?.actions.append(RecordedAction(action: action, state: currentState, stackIDs: ids))
    recorder?.note()
  }

  /// Ends the effects of removed children, and begins the new ones.
  private func commit(
    _ effect: Effect<Action>,
    in group: SendGroup?,
    of action: (any Sendable)?,
    derived: Effect<Action>
  ) -> SendGroup? {
    reconcile(placesFor: effect.merge(with: derived), below: effects.root)
    defer { effects.removeEmptyPlaces() }
    var sendGroup: SendGroup?
    if !effect.isNone {
      sendGroup = group ?? makeGroup()
      begin(effect, from: EffectOrigin(place: effects.root, group: sendGroup!, isOwn: group == nil, action: action))
    }
    begin(derived: derived)
    return sendGroup
  }

  /// Derives effects from a state that no action has brought about.
  private func commitDerived() {
    phase = .reducing
    let derived = derive()
    phase = .turn
    recorder?.complete(currentState)
    if isMountable { _ = commit(.none, in: nil, of: nil, derived: derived) }
  }

  /// Begins effects that follow from the state. They belong to no send, so that cancelling the one
  /// that presented a child does not end what the child holds.
  private func begin(derived: Effect<Action>) {
    if derived.isNone { return }
    begin(derived, from: EffectOrigin(place: effects.root, group: makeGroup(), isOwn: false, action: nil))
  }

  private func makeGroup() -> SendGroup {
    let group = SendGroup(key: effects.makeKey())
    recorder?.locations[group.key] = recorder?.location
    return group
  }

  /// Makes the places that will own the effect, and ends the effects of removed children.
  func reconcile(placesFor effect: Effect<Action>, below place: Place) {
    if !effect.isNone { makePlaces(for: effect, below: place) }
    if effects.root.mounted.isEmpty { return }
    node.reconcile(currentState, effects.root)
    advance(effects.endDoomed())
  }

  private func endEffectsOfChildrenRemovedAtEnd() {
    node.reconcile(currentState, effects.root)
    if effects.doomed.isEmpty { return }
    advance(effects.endDoomed())
    reportIssue(
      """
      the end of a turn removed a child that has living effects.

      The effects have ended, and the turn goes on with the actions that this caused. Remove children while an action is reduced.
      """,
      at: CodeLocation(fileID: #fileID, line: #line)
    )
  }

  private func task(for group: SendGroup?) -> StoreTask {
    guard let group, group.count > 0 else { return .none }
    return StoreTask(owner: self, group: group.key)
  }
}
