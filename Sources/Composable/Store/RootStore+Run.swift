extension RootStore {
  /// Starts the effect's task; from here on its end is seen, whatever it is.
  func run(_ operation: RunOperation<Action>, as effect: LiveEffect, from origin: Origin) {
    note(origin, on: effect)
    let key = effect.key
    let send = Send<Action> { [weak self, origin = origin.action] action in
      await self?.deliver(action, from: key, startedBy: origin)
    }
    let context = context(of: effect, from: origin)
    let task = Task(executorPreference: executor) { [weak self] in
      await EffectContext.$current.withValue(context) { await operation(send) }
      await self?.onExecutor { store in store.workEnded(key) }
    }
    effect.cancelWork = { task.cancel() }
  }

  /// Takes hold at once, so that a cancel that comes next finds something to let go of.
  func hold(_ operation: HoldOperation<Action>, from origin: Origin) {
    let effect = effects.begin(origin)
    note(origin, on: effect)
    do {
      let release = try DependencyValues.$current.withValue(operation.run.dependencies, operation: operation.acquire)
      effect.lease = Lease(dependencies: operation.run.dependencies, release: release)
      if !operation.isOpenEnded { run(operation.run, as: effect, from: origin) }
    } catch {
      run(operation.run.failing(with: error), as: effect, from: origin)
    }
  }

  /// Starts a task of the store's own on behalf of an effect.
  func perform(
    for effect: LiveEffect,
    _ work: @escaping @Sendable () async throws -> Void,
    then finish: @escaping @Sendable (isolated RootStore) -> Void
  ) {
    let task = Task(executorPreference: executor) { [weak self] in
      guard (try? await work()) != nil else { return }
      await self?.onExecutor { store in store.processingIfIdle { finish(store) } }
    }
    effect.cancelWork = { task.cancel() }
  }

  private func workEnded(_ key: Int) {
    guard let effect = effects[key] else { return }
    processingIfIdle { advance(effects.end([effect])) }
  }

  private func note(_ origin: Origin, on effect: LiveEffect) {
    if recorder != nil { effect.origin = origin.action.map { caseName(of: $0) } }
  }
}

extension RootStore {
  /// Runs `body` on the store's executor: at once where that is where the caller is.
  nonisolated func onExecutor<Result: Sendable>(_ body: @Sendable (isolated RootStore) -> Result) async -> Result {
    if let result = runIfOnExecutor(body) { return result }
    return await isolated(body)
  }

  private nonisolated func runIfOnExecutor<Result: Sendable>(
    _ body: @Sendable (isolated RootStore) -> Result
  ) -> Result? {
    executor.isIsolatingCurrentContext() == true ? assumeIsolated(body) : nil
  }

  private func isolated<Result: Sendable>(_ body: @Sendable (isolated RootStore) -> Result) -> Result {
    body(self)
  }

  /// Takes an action from an effect, if the effect still lives.
  nonisolated func deliver(_ action: Action, from key: Int, startedBy origin: Action?) async {
    await onExecutor { store in
      guard let effect = store.effects[key] else { return store.reportLate(action, startedBy: origin) }
      store.receive(action, in: effect.group)
    }
  }

  private func reportLate(_ action: Action, startedBy origin: Action?) {
    DependencyValues.$current.withValue(dependencies) {
      reportIssue(lateAction(action, startedBy: origin), at: CodeLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
  }
}
