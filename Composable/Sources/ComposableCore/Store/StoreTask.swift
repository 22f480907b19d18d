/// The effects that one send has started.
///
/// ```swift
/// let loading = store.send(.loadTapped)
/// await loading.finish()
/// ```
public struct StoreTask: Sendable {
  var owner: (any EffectOwner)?
  package var group: Int?

  package static let none = Self()

  /// Whether an effect lives; to be asked on the store's executor.
  package var isLiveNow: Bool {
    guard let owner, let group else { return false }
    return owner.assumeIsolated { core in core.isLive(group) }
  }

  /// Cancels; to be called on the store's executor.
  package func cancelNow() {
    if let owner, let group { owner.assumeIsolated { core in core.end(ownOf: group) } }
  }

  /// Whether the send started nothing.
  package var isNone: Bool { group == nil }

  /// Waits for every effect of the send; cancelling the waiting task cancels the send.
  public func finish() async {
    guard let group, let owner else { return }
    let (end, waiter) = AsyncStream.makeStream(of: Never.self)
    await owner.onExecutor { core in core.wait(for: group, waiter) }
    for await _ in end {}
    if Task.isCancelled { await cancel() }
  }

  /// Ends the effects of the sent action itself; those of actions sent in response continue.
  public func cancel() async {
    if let group { await owner?.onExecutor { core in core.end(ownOf: group) } }
  }

  /// Whether an effect of the send is still live.
  public var isLive: Bool {
    get async {
      guard let group else { return false }
      return await owner?.onExecutor { core in core.isLive(group) } ?? false
    }
  }
}

/// The interface of a store for its effects and tasks, independent of its state and actions.
protocol EffectOwner: Actor {
  nonisolated var executor: any SerialExecutor & TaskExecutor { get }
  var effects: LiveEffects { get }
  /// The state, for effects that read it.
  var erasedState: any Sendable { get }

  /// Runs `body` as part of the current turn, or in a new one.
  func inTurn(_ body: () -> Void)
  /// The case of the action that has started an effect; nil if it was not recorded.
  func action(of key: Int) -> String?
  /// Begins the next step of the concatenations; one without a next step ends.
  func advance(_ sequences: [LiveEffect])
  func endAll()
}

extension EffectOwner {
  /// Runs `body` on the executor: at once if the caller is already on it, otherwise in a new job.
  nonisolated(nonsending) func onExecutor<Result: Sendable>(_ body: @Sendable (isolated Self) -> Result) async -> Result
  {
    if let result = ifOnExecutor(body) { return result }
    return await isolated(body)
  }

  // Synchronous, since `assumeIsolated` cannot be called where a suspension is possible.
  nonisolated func ifOnExecutor<Result: Sendable>(_ body: @Sendable (isolated Self) -> Result) -> Result? {
    executor.isIsolatingCurrentContext() == true ? assumeIsolated(body) : nil
  }

  private func isolated<Result: Sendable>(_ body: @Sendable (isolated Self) -> Result) -> Result { body(self) }

  /// Runs `body` on the executor: at once if the caller is already on it, otherwise as soon as
  /// possible.
  nonisolated func whenOnExecutor(_ body: @escaping @Sendable (isolated Self) -> Void) {
    if executor.isIsolatingCurrentContext() == true { return assumeIsolated(body) }
    Task(executorPreference: executor) { await self.isolated(body) }
  }

  func isLive(_ group: Int) -> Bool { !effects.effects(of: group).isEmpty }

  /// Ends an effect whose work is done, if it lives.
  func end(_ key: Int) {
    guard let effect = effects[key] else { return }
    end { effects.end([effect]) }
  }

  /// Ends the effects with these ids at the place of the effect that asks, and below it.
  func end(named ids: [ErasedID], askedBy key: Int) {
    guard let place = effects[key]?.place else { return }
    end { ids.flatMap { effects.end(named: $0, at: place) } }
  }

  func end(ownOf group: Int) {
    end { effects.end(ownOf: group) }
  }

  private func end(_ body: () -> [LiveEffect]) {
    inTurn { advance(body()) }
  }

  /// Finishes the waiter's stream when no effect of a send is live any more.
  func wait(for key: Int, _ waiter: SendGroup.Waiter) {
    guard let effect = effects.effects(of: key).first else { return waiter.finish() }
    effect.group.waiters.append(waiter)
  }
}

extension StoreCore {
  /// Explains a call that is about to trap, since the runtime names only the types of the executor
  /// and of this actor.
  @usableFromInline nonisolated func explainCallFromElsewhere(_ call: StaticString) {
    // Nil if the executor cannot tell; the runtime then checks in another way.
    if executor.isIsolatingCurrentContext() != false { return }
    printError(
      """
      '\(call)' of a store of '\(typeName(of: State.self))' was called outside of the store's executor.
      Call it in a job of the executor: "perform" of EventLoop and of SteppedExecutor runs one.
      """
    )
  }
}

/// Keeps a store's effects alive. When it is released, they end, on the store's executor.
actor StoreAnchor {
  private let core: any EffectOwner
  nonisolated let unownedExecutor: UnownedSerialExecutor

  init(core: any EffectOwner) {
    self.core = core
    unownedExecutor = core.unownedExecutor
  }

  isolated deinit {
    core.assumeIsolated { core in core.endAll() }
  }
}
