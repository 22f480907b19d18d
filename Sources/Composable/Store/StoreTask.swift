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
  public var isNone: Bool { group == nil }

  /// Waits for every effect that goes back to the send; cancelling the task that waits cancels the
  /// send.
  public func finish() async {
    guard let group, let owner else { return }
    let (end, waiter) = AsyncStream.makeStream(of: Never.self)
    await owner.onExecutor { core in core.wait(for: group, waiter) }
    for await _ in end {}
    if Task.isCancelled { await cancel() }
  }

  /// Ends the effects that the sent action asked for; those that other actions asked for in
  /// response live on.
  public func cancel() async {
    if let group { await owner?.onExecutor { core in core.end(ownOf: group) } }
  }

  /// Whether an effect lives that goes back to the send.
  public var isLive: Bool {
    get async {
      guard let group else { return false }
      return await owner?.onExecutor { core in core.isLive(group) } ?? false
    }
  }
}

/// A store as its effects and tasks know it, whatever its state and actions are.
protocol EffectOwner: Actor {
  nonisolated var executor: any SerialExecutor & TaskExecutor { get }
  var effects: LiveEffects { get }

  /// Runs `body` as part of the turn that is under way, or as one of its own.
  func inTurn(_ body: () -> Void)
  /// The case of the action that asked for an effect; nil where that is not recorded.
  func action(of key: Int) -> String?
  /// Lets the concatenations begin their next step; one without a next step ends.
  func advance(_ sequences: [LiveEffect])
  func endAll()
}

extension EffectOwner {
  /// Runs `body` on the executor: at once where the caller is on it already, else in a job of its
  /// own.
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

  /// Runs `body` on the executor: at once where the caller is on it already, else as soon as the
  /// executor can.
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

  /// Ends the effects of these names at the place of the effect that asks, and below it.
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

  /// Finishes the waiter's stream when no effect lives any more that goes back to a send.
  func wait(for key: Int, _ waiter: SendGroup.Waiter) {
    guard let effect = effects.effects(of: key).first else { return waiter.finish() }
    effect.group.waiters.append(waiter)
  }
}

extension StoreCore {
  /// Says what is wrong with a call that is about to end the program: the runtime names only the
  /// types of the executor and of this actor.
  @usableFromInline nonisolated func explainCallFromElsewhere(_ call: StaticString) {
    // Nil where the executor does not know, and the runtime asks in another way.
    if executor.isIsolatingCurrentContext() != false { return }
    printError(
      """
      '\(call)' of a store of '\(typeName(of: State.self))' was called outside of the store's executor.
      Call it in a job of the executor: "perform" of EventLoop and of SteppedExecutor runs one.
      """
    )
  }
}

/// Keeps a store's effects alive: when it goes, they end, on the store's executor.
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
