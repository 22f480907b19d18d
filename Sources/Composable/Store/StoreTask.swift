import Synchronization

/// Stands for the effects that one send has started.
public struct StoreTask: Sendable {
  private let owner: StoreShell?
  private let group: Int?

  init(owner: StoreShell, group: Int) {
    self.owner = owner
    self.group = group
  }

  private init() {
    owner = nil
    group = nil
  }

  /// Stands for a send that started nothing.
  package static let none = Self()

  /// Whether an effect lives, for whoever is on the store's executor.
  package var isLiveNow: Bool {
    guard let owner, let group else { return false }
    return owner.now { core in core.effects.group(group) != nil }
  }

  /// What the effects that go back to the send are told by.
  package var key: Int? { group }

  /// Cancels, for whoever is on the store's executor.
  package func cancelNow() {
    if let owner, let group { owner.now { core in core.end(ownOf: group) } }
  }

  /// Whether the send started nothing at all.
  public var isNone: Bool { group == nil }

  /// Waits for every effect that goes back to the send; cancelling the task that waits cancels the send.
  public func finish() async {
    guard let group, let owner else { return }
    let waiter = StoreTaskWaiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Task(executorPreference: owner.executor) {
          await owner.onExecutor { core in core.wait(for: group, waiter, continuation) }
        }
      }
    } onCancel: {
      waiter.isCancelled.store(true, ordering: .relaxed)
      Task(executorPreference: owner.executor) {
        await owner.onExecutor { core in core.stopWaiting(for: group, waiter) }
      }
    }
  }

  /// Ends the effects that the sent action asked for; those that other actions asked for in response live on.
  public func cancel() async {
    if let group { await owner?.onExecutor { core in core.end(ownOf: group) } }
  }

  /// Whether an effect lives that goes back to the send.
  public var isLive: Bool {
    get async {
      guard let group else { return false }
      return await owner?.onExecutor { core in core.effects.group(group) != nil } ?? false
    }
  }
}

/// Somebody who waits for a send to finish.
final class StoreTaskWaiter: Sendable {
  let isCancelled = Atomic(false)
}

extension AnyStoreCore {
  fileprivate func wait(
    for key: Int,
    _ waiter: StoreTaskWaiter,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    guard let group = effects.group(key), !waiter.isCancelled.load(ordering: .relaxed) else {
      return continuation.resume()
    }
    group.waiters[ObjectIdentifier(waiter)] = continuation
  }

  fileprivate func stopWaiting(for key: Int, _ waiter: StoreTaskWaiter) {
    end(ownOf: key)
    effects.group(key)?.waiters.removeValue(forKey: ObjectIdentifier(waiter))?.resume()
  }
}
