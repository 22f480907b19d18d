/// The running effect: what its operation can ask of its store.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  let owner: any EffectOwner
  let key: Int
  /// Asks the nearest presenter to dismiss the effect's feature; nil if nothing presents it.
  let dismiss: (@Sendable () async -> Void)?

  /// The action that has started the effect; known only in a test store, to callers on its
  /// executor.
  var action: String? { owner.ifOnExecutor { [key] core in core.action(of: key) } ?? nil }
}

extension StoreCore {
  func context(of key: Int, from origin: EffectOrigin, at location: CodeLocation) -> EffectContext {
    var dismiss: (@Sendable () async -> Void)?
    // Two steps, because a single cast of a missing dismissal would succeed if `Action` is
    // optional.
    if let known = origin.dismissal, let dismissal = known as? Action {
      dismiss = { [action = origin.action] in
        await self.onExecutor { core in core.receive(dismissal, from: key, startedBy: action, at: location) }
      }
    } else if recorder != nil {
      dismiss = {
        await self.onExecutor { core in
          core.recorder?.isDismissed = true
          core.inTurn { core.advance(core.effects.end(core.effects.all)) }
        }
      }
    }
    return EffectContext(owner: self, key: key, dismiss: dismiss)
  }
}

extension EffectOwner {
  /// Starts work inside an effect under an id, in the turn in which the work gets the id, so that
  /// no cancel can miss it. Returns its key.
  func adopt<Result: Sendable>(
    _ id: ErasedID,
    cancelInFlight: Bool,
    from key: Int,
    _ operation: @escaping @Sendable () async throws -> Result
  ) -> (task: Task<Result, any Error>, key: Int?) {
    if cancelInFlight { end(named: [id], askedBy: key) }
    let task = Task(executorPreference: executor, operation: operation)
    guard let owner = effects[key] else {
      task.cancel()
      return (task, nil)
    }
    var origin = EffectOrigin(place: owner.place, group: owner.group, isOwn: false, action: nil)
    origin.names = owner.names.contains(id) ? owner.names : owner.names + [id]
    let effect = effects.begin(origin)
    effect.isAuxiliary = true
    effect.cancelWork = { task.cancel() }
    return (task, effect.key)
  }
}

/// Runs work inside an effect under an id by which it can be cancelled, from the effect's place in
/// the tree or any place above.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result,
  fileID: String = #fileID,
  line: Int = #line
) async throws -> Result {
  guard let context = EffectContext.current else {
    reportUseOutsideAnEffect("withTaskCancellation", at: CodeLocation(fileID: fileID, line: line))
    return try await operation()
  }
  let name = ErasedID(id)
  let (task, key) = await context.owner.onExecutor { core in
    core.adopt(name, cancelInFlight: cancelInFlight, from: context.key, operation)
  }
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  if let key { await context.owner.onExecutor { core in core.end(key) } }
  return try result.get()
}

func reportUseOutsideAnEffect(_ name: String, at location: CodeLocation) {
  reportIssue(
    """
    "\(name)" at \(location) was called outside an effect.

    Names of effects belong to a store and a place in its tree. Call it inside an effect's operation, or return "Effect.cancel(id:)" from a reducer.
    """,
    at: location
  )
}

/// Asks the presenter of a feature to dismiss it; to be called in one of the feature's effects.
public struct DismissEffect: Sendable {
  private let override: (@Sendable () async -> Void)?

  /// Replaces the dismissal; for tests of a feature by itself.
  public init(_ dismiss: (@Sendable () async -> Void)? = nil) {
    override = dismiss
  }

  /// Asks, unless the effect was cancelled because its feature was removed or another action
  /// decided otherwise.
  public func callAsFunction(fileID: String = #fileID, line: Int = #line) async {
    if Task.isCancelled { return }
    if let dismiss = override ?? EffectContext.current?.dismiss { return await dismiss() }
    let location = CodeLocation(fileID: fileID, line: line)
    reportIssue(
      """
      a dismissal was asked for at \(location), where nothing can be dismissed.

      Call "dismiss" in an effect of a feature that is presented with "ifLet" or pushed on a stack with "forEach". Ask "isPresented" where a \
      feature is used both ways.
      """,
      at: location
    )
  }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static let testValue = DismissEffect()
}

extension DependencyValues {
  /// Asks the presenter to remove this feature: `await dismiss()`.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature that asks is presented or pushed, so that it can be dismissed.
  ///
  /// This holds in a test store, too: a feature that is tested by itself is not presented, unless
  /// the test sets it.
  public var isPresented: Bool {
    get { storage.content.isPresented ?? presence?.isSet ?? false }
    set { if newValue != isPresented { change { $0.isPresented = newValue } } }
  }
}
