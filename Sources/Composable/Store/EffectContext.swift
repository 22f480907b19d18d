import Synchronization

/// The requests that a running effect can make to its store.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  /// Asks the nearest presenter to dismiss the effect's feature; nil where nothing presents it.
  let dismiss: (@Sendable () async -> Void)?
  /// Ends the effects of a name at the effect's place and below it.
  let cancel: @Sendable (ErasedID) async -> Void
  /// Starts work of the effect's own under a name, and returns its key; `start` returns what cancels the work.
  let adopt: @Sendable (ErasedID, _ cancelInFlight: Bool, _ start: @escaping WorkStart) async -> Int?
  /// Forgets work that has ended.
  let release: @Sendable (Int) async -> Void
  let executor: any SerialExecutor & TaskExecutor

  typealias WorkStart = @Sendable () -> @Sendable () -> Void
}

extension StoreCore {
  func context(of key: Int, from origin: Origin, at location: CodeLocation) -> EffectContext {
    EffectContext(
      dismiss: origin.dismissal.map { dismissal(of: key, $0, startedBy: origin.action, at: location) }
        ?? recorder.map { _ in dismissalOfRoot },
      cancel: { id in await self.onExecutor { core in core.end(named: id, askedBy: key) } },
      adopt: { id, cancelInFlight, start in
        await self.onExecutor { core in core.adopt(id, cancelInFlight, start, from: key) }
      },
      release: { key in await self.onExecutor { core in core.end(key) } },
      executor: executor
    )
  }

  private func dismissal(
    of key: Int,
    _ dismissal: Action,
    startedBy origin: Action?,
    at location: CodeLocation
  ) -> @Sendable () async -> Void {
    {
      await self.onExecutor { core in core.receive(dismissal, from: key, startedBy: origin, at: location) }
    }
  }

  @Sendable
  private nonisolated func dismissalOfRoot() async {
    await onExecutor { core in
      core.recorder?.isDismissed = true
      core.inTurn { core.advance(core.effects.end(core.effects.all)) }
    }
  }

  /// Starts the work in the turn in which it gets its name, so that no cancel can miss it.
  private func adopt(_ id: ErasedID, _ cancelInFlight: Bool, _ start: EffectContext.WorkStart, from key: Int) -> Int? {
    if cancelInFlight { end(named: id, askedBy: key) }
    let cancel = start()
    guard let owner = effects[key] else {
      cancel()
      return nil
    }
    let origin = Origin(
      place: owner.place,
      group: owner.group,
      isOwn: false,
      action: nil,
      names: owner.names.inserting(id)
    )
    let effect = effects.begin(origin)
    effect.isAuxiliary = true
    effect.cancelWork = cancel
    return effect.key
  }
}

/// Runs work inside an effect under a name by which it can be cancelled, from the effect's place in the tree and from every place above.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result,
  fileID: String = #fileID,
  filePath: String = #fileID,
  line: Int = #line,
  column: Int = #column
) async throws -> Result {
  guard let context = EffectContext.current else {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reportIssue(outsideAnEffect("withTaskCancellation", location), at: location)
    return try await operation()
  }
  let started = Mutex<Task<Result, any Error>?>(nil)
  let key = await context.adopt(ErasedID(id), cancelInFlight) {
    let task = Task(executorPreference: context.executor) { try await operation() }
    started.withLock { $0 = task }
    return { task.cancel() }
  }
  let task = started.withLock { $0! }
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  if let key { await context.release(key) }
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Ends the effects of that name, from inside an effect of the same place or of one above.
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    if let context = EffectContext.current { return await context.cancel(ErasedID(id)) }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reportIssue(outsideAnEffect("Task.cancel(id:)", location), at: location)
  }
}

private func outsideAnEffect(_ name: String, _ location: CodeLocation) -> String {
  """
  "\(name)" at \(location) was called outside an effect.

  Names of effects belong to a store and a place in its tree. Call it inside an effect's operation, or return "Effect.cancel(id:)" from a reducer.
  """
}

/// Asks the presenter of a feature to dismiss it; to be called in one of the feature's effects.
public struct DismissEffect: Sendable {
  private let override: (@Sendable () async -> Void)?

  /// Replaces the dismissal; for tests of a feature by itself.
  public init(_ dismiss: (@Sendable () async -> Void)? = nil) {
    override = dismiss
  }

  /// Asks, unless the effect was cancelled meanwhile: then its feature is gone, or another action has decided otherwise.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    if Task.isCancelled { return }
    if let dismiss = override ?? EffectContext.current?.dismiss { return await dismiss() }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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
  /// Asks the presenter of the feature to dismiss it.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature that asks is presented or pushed, so that it can be dismissed.
  ///
  /// This holds in a test store, too: a feature that is tested by itself is not presented, unless the test sets it.
  public var isPresented: Bool {
    get { storage.isPresented }
    set { storage = storage.presenting(newValue) }
  }
}
