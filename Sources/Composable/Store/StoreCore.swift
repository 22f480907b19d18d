/// The heart of a store: the state, the tree that reduces it, and the effects that live on its account.
final class StoreCore<State: Sendable, Action: Sendable>: AnyStoreCore {
  /// Follows every action; for test stores.
  var recorder: ActionRecorder<State, Action>?
  let observers = Observers<State>()
  private let queue = ActionQueue<Action>()
  private var isProcessing = false
  /// Whether the store has gone: it takes no action and begins no effect any more.
  private(set) var hasEnded = false
  private var isReducing = false
  private let node: ReducerNode<State, Action>
  private var currentState: State

  init(
    executor: any SerialExecutor & TaskExecutor,
    dependencies: DependencyValues,
    state: State,
    node: ReducerNode<State, Action>
  ) {
    self.node = node
    currentState = state
    super.init(executor: executor, dependencies: dependencies)
  }

  /// The store, for its effects.
  var root: RootStore<State, Action> { RootStore(core: self) }

  var state: State {
    precondition(!isReducing, "a store's state was read while its reducer is changing it")
    return currentState
  }

  /// Reduces the action and those that come in response, unless a turn is under way: then the action waits.
  func send(_ action: Action) -> StoreTask {
    if isProcessing || hasEnded {
      wait(action, in: nil)
      return .none
    }
    return task(for: processing { reduce(action, in: nil) })
  }

  /// Derives the effects that depend on the state alone, as after a restore.
  func rederive() -> StoreTask {
    guard let rederive = node.rederive else { return .none }
    precondition(!isProcessing, "a store was asked to derive its effects again while it processes an action")
    return task(
      for: processing {
        isReducing = true
        let effect = rederive(&currentState)
        isReducing = false
        recorder?.derivedState = currentState
        return commit(effect, in: nil, of: nil)
      }
    )
  }

  /// Adds an observer and tells it the state; what it sends meanwhile is a turn that follows.
  func observe(_ observer: @escaping Observers<State>.Observer) -> Int {
    let key = observers.add(observer)
    let state = state
    let isTurn = isProcessing
    isProcessing = true
    DependencyValues.$current.withValue(dependencies) { observer(state) }
    isProcessing = isTurn
    if !queue.isEmpty { processingIfIdle {} }
    return key
  }

  /// Takes an action from an effect, or from the store's own work.
  func receive(_ action: Action, in group: SendGroup) {
    wait(action, in: group)
    processingIfIdle {}
  }

  private func wait(_ action: Action, in group: SendGroup?) {
    if !hasEnded { queue.append(action, group: group) }
  }

  override func processingIfIdle(_ body: () -> Void) {
    if isProcessing { return body() }
    _ = processing {
      body()
      effects.removeDeserted()
      return nil
    }
  }

  override func advance(_ sequences: [LiveEffect]) {
    for sequence in sequences where !sequence.isEnded { advance(sequence) }
  }

  /// Ends every effect, for good: the store takes no action any more.
  override func endAll() {
    hasEnded = true
    super.endAll()
  }
}

extension StoreCore {
  /// Runs `body` as one turn: what is sent meanwhile waits until it is done, and observers are told once at the end.
  private func processing(_ body: () -> SendGroup?) -> SendGroup? {
    isProcessing = true
    defer { isProcessing = false }
    return DependencyValues.$current.withValue(dependencies) {
      let group = body()
      if !queue.isEmpty { drain() }
      if !observers.isEmpty { tellObservers() }
      return group
    }
  }

  private func drain() {
    while let next = queue.popFirst() {
      if hasEnded { continue }
      _ = reduce(next.action, in: next.group)
    }
  }

  private func tellObservers() {
    observers.tell(currentState)
    while !queue.isEmpty {
      drain()
      observers.tell(currentState)
    }
  }

  private func reduce(_ action: Action, in group: SendGroup?) -> SendGroup? {
    isReducing = true
    let effect = recorder == nil ? node.reduce(&currentState, action) : recorded(action)
    isReducing = false
    if effect.isNone && effects.isEmpty { return nil }
    return commit(effect, in: group, after: action)
  }

  // Apart, so that an action that starts nothing is not wrapped in an optional, whose type would have to be looked up.
  @inline(never)
  private func commit(_ effect: Effect<Action>, in group: SendGroup?, after action: Action) -> SendGroup? {
    commit(effect, in: group, of: action)
  }

  private func recorded(_ action: Action) -> Effect<Action> {
    let firstStackID = dependencies.stackIDs.peek()
    let effect = node.reduce(&currentState, action)
    recorder?.record(action, currentState, stackIDs: (firstStackID, dependencies.stackIDs.peek()))
    return effect
  }

  /// Ends the effects of those who went away with this change of state, and begins those that were asked for.
  private func commit(_ effect: Effect<Action>, in group: SendGroup?, of action: Action?) -> SendGroup? {
    reconcile(placesFor: effect, below: effects.root)
    defer { effects.removeDeserted() }
    if effect.isNone { return nil }
    let sendGroup = group ?? SendGroup(key: effects.makeKey(), location: recorder?.location)
    begin(effect, from: EffectOrigin(place: effects.root, group: sendGroup, isOwn: group == nil, action: action))
    return sendGroup
  }

  /// Makes the places where the effect will live, and ends what lives on account of children that are gone.
  func reconcile(placesFor effect: Effect<Action>, below place: Place) {
    if !effect.isNone { makePlaces(for: effect, below: place) }
    node.reconcile(currentState, effects.root)
    advance(effects.endDoomed())
  }

  private func task(for group: SendGroup?) -> StoreTask {
    guard let group, group.count > 0 else { return .none }
    return StoreTask(owner: shell, group: group.key)
  }
}
