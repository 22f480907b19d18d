/// Stands for the effects that one send has started.
public struct StoreTask: Sendable {
  private weak let owner: (any StoreTaskOwner)?
  private let group: Int?

  init(owner: (any StoreTaskOwner)?, group: Int?) {
    self.owner = owner
    self.group = group
  }

  /// Whether the send started nothing at all.
  public var isNone: Bool { group == nil }

  /// Waits for every effect that goes back to the send; cancelling the task that waits cancels the send.
  public func finish() async {
    if let group { await owner?.finish(group) }
  }

  /// Ends the effects that the sent action asked for; those that other actions asked for in response live on.
  public func cancel() async {
    if let group { await owner?.cancel(group) }
  }

  /// Whether an effect lives that goes back to the send.
  public var isLive: Bool {
    get async {
      guard let group else { return false }
      return await owner?.isLive(group) ?? false
    }
  }
}

/// A store, as the tasks of its sends see it.
protocol StoreTaskOwner: AnyObject, Sendable {
  func finish(_ group: Int) async
  func cancel(_ group: Int) async
  func isLive(_ group: Int) async -> Bool
}

extension RootStore: StoreTaskOwner {
  func task(for group: SendGroup?) -> StoreTask {
    StoreTask(owner: group.map { _ in self }, group: group?.key)
  }

  nonisolated func cancel(_ group: Int) async {
    await onExecutor { store in store.cancelGroup(group) }
  }

  nonisolated func isLive(_ group: Int) async -> Bool {
    await onExecutor { store in store.effects.group(group) != nil }
  }

  nonisolated func finish(_ group: Int) async {
    let waiter = await onExecutor { store in store.effects.makeKey() }
    await withTaskCancellationHandler {
      await wait(for: group, as: waiter)
    } onCancel: {
      Task(executorPreference: executor) { [weak self] in await self?.stopWaiting(for: group, as: waiter) }
    }
  }

  private func wait(for key: Int, as waiter: Int) async {
    guard !Task.isCancelled, let group = effects.group(key) else { return }
    await withCheckedContinuation { continuation in group.waiters[waiter] = continuation }
  }

  private func stopWaiting(for key: Int, as waiter: Int) {
    cancelGroup(key)
    effects.group(key)?.waiters.removeValue(forKey: waiter)?.resume()
  }

  private func cancelGroup(_ key: Int) {
    guard let group = effects.group(key) else { return }
    processingIfIdle { advance(effects.end(ownOf: group)) }
  }
}
