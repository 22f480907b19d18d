/// The heart of a store: the state, the tree that reduces it, and the effects that live on its account, all on one executor.
package actor RootStore<State: Sendable, Action: Sendable> {
  package typealias Executor = any SerialExecutor & TaskExecutor

  package nonisolated let executor: Executor
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private let node: ReducerNode<State, Action>
  private var state: State
  package var dependencies: DependencyValues
  let effects = LiveEffects()
  /// Is told about every action; for test stores.
  package var recorder: ActionRecorder<State, Action>?
  private var queue = ActionQueue<Action>()
  private var isProcessing = false
  private var isReducing = false
  private var observers = Observers<State>()

  private init(
    executor: Executor,
    dependencies: DependencyValues,
    state: State,
    node: ReducerNode<State, Action>
  ) {
    self.executor = executor
    unownedExecutor = executor.asUnownedSerialExecutor()
    self.dependencies = dependencies
    self.state = state
    self.node = node
  }

  /// Makes a store; the initial state and the tree are made with the store's dependencies in force.
  package static func make(
    executor: Executor,
    dependencies: DependencyValues,
    initialState: () -> State,
    reducer: () -> some Reducer<State, Action>
  ) -> RootStore {
    DependencyValues.$current.withValue(dependencies) {
      RootStore(
        executor: executor,
        dependencies: dependencies,
        state: initialState(),
        node: reducer().node(in: ReducerTree())
      )
    }
  }

  isolated deinit {
    effects.endAll()
  }

  package var currentState: State {
    precondition(!isReducing, "a store's state was read while its reducer is changing it")
    return state
  }

  /// Reduces the action and those that come in response, and returns what stands for the effects that it started.
  func send(_ action: Action, from location: CodeLocation? = nil) -> SendGroup? {
    if isProcessing {
      queue.append(action, group: nil)
      return nil
    }
    return processing {
      let group = reduce(action, isResponse: false, in: nil, from: location)
      drain()
      return group
    }
  }

  /// Derives the effects that depend on the state alone, as after a restore.
  func rederive() -> SendGroup? {
    guard let rederive = node.rederive else { return nil }
    precondition(!isProcessing, "a store was asked to derive its effects again while it processes an action")
    return processing {
      let group = commit(rederive(&state), in: nil, of: nil, from: nil)
      drain()
      return group
    }
  }

  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Int {
    observer(currentState)
    return observers.add(observer)
  }

  func endObservation(_ key: Int) {
    observers.remove(key)
  }
}

extension RootStore {
  /// Takes an action from an effect, or from the store's own work.
  func receive(_ action: Action, in group: SendGroup) {
    queue.append(action, group: group)
    if !isProcessing { processing { drain() } }
  }

  /// Runs `body` as one turn: what is sent meanwhile waits, and observers are told once at the end.
  func processing<Result>(_ body: () -> Result) -> Result {
    isProcessing = true
    defer { isProcessing = false }
    return DependencyValues.$current.withValue(dependencies) {
      let result = body()
      tellObservers()
      return result
    }
  }

  /// Runs `body` as part of the turn that is under way, or as one of its own.
  func processingIfIdle(_ body: () -> Void) {
    if isProcessing { return body() }
    processing {
      body()
      drain()
    }
  }

  private func drain() {
    while let next = queue.popFirst() {
      _ = reduce(next.action, isResponse: true, in: next.group, from: nil)
    }
  }

  private func tellObservers() {
    if observers.isEmpty { return }
    repeat {
      drain()
      let observers = observers
      observers.tell(state)
    } while !queue.isEmpty
  }

  private func reduce(
    _ action: Action,
    isResponse: Bool,
    in group: SendGroup?,
    from location: CodeLocation?
  ) -> SendGroup? {
    let former = recorder.map { _ in state }
    isReducing = true
    let effect = node.reduce(&state, action)
    isReducing = false
    if let recorder, let former {
      recorder.record(RecordedAction(action: action, isResponse: isResponse, former: former, state: state))
    }
    return commit(effect, in: group, of: action, from: location)
  }

  /// Ends the effects of those who went away with this change of state, and begins those that were asked for.
  private func commit(
    _ effect: Effect<Action>,
    in group: SendGroup?,
    of action: Action?,
    from location: CodeLocation?
  ) -> SendGroup? {
    if effect.isNone && effects.isEmpty { return nil }
    reconcile(placesFor: effect, below: effects.root)
    if effect.isNone { return nil }
    let own = group ?? SendGroup(key: effects.makeKey(), location: location)
    begin(effect, from: EffectOrigin(place: effects.root, group: own, isOwn: group == nil, action: action))
    return own
  }

  /// Makes the places where the effect will live, and ends what lives on account of children that are gone.
  func reconcile(placesFor effect: Effect<Action>, below place: Place) {
    makePlaces(for: effect, below: place)
    effects.root.reconcile(state, with: node.mounts)
    advance(effects.endDoomed())
  }
}
