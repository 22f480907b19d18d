extension StoreCore {
  /// Starts the effect's task; from here on its end is seen, whatever it is.
  func run(_ operation: RunOperation<Action>, as effect: LiveEffect, from origin: Origin) {
    note(origin, on: effect)
    let key = effect.key
    let location = operation.location
    let send = Send<Action> { [root, origin = origin.action] action in
      await root.onExecutor { core in core.receive(action, from: key, startedBy: origin, at: location) }
    }
    let context = context(of: effect, from: origin, at: location)
    let task = Task(executorPreference: executor) { [shell = shell!] in
      await EffectContext.$current.withValue(context) { await operation(send) }
      await shell.onExecutor { core in core.end(key) }
    }
    effect.cancelWork = { task.cancel() }
  }

  /// Takes hold at once, so that a cancel that comes next finds something to let go of.
  func hold(_ operation: HoldOperation<Action>, from origin: Origin) {
    let effect = effects.begin(origin)
    note(origin, on: effect)
    do {
      try operation.run.dependencies.whileInForce { effect.lease = Lease(release: try operation.acquire()) }
      // Who takes hold may cancel, or drop the store, on the way.
      if effect.isEnded { return effect.letGo() }
      if !operation.isOpenEnded { run(operation.run, as: effect, from: origin) }
    } catch {
      if !effect.isEnded { run(operation.run.failing(with: error), as: effect, from: origin) }
    }
  }

  func note(_ origin: Origin, on effect: LiveEffect) {
    if recorder != nil { effect.origin = origin.action }
  }
}

extension StoreCore {
  /// Takes an action from an effect, if the effect still lives.
  func receive(_ action: Action, from key: Int, startedBy origin: Action?, at location: CodeLocation) {
    if let effect = effects[key] { return receive(action, in: effect.group) }
    if hasEnded || Task.isCancelled { return }
    DependencyValues.$current.withValue(dependencies) {
      reportIssue(lateAction(action, startedBy: origin, at: location), at: location)
    }
  }
}
