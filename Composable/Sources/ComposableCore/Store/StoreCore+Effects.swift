// MARK: - Beginning

extension StoreCore {
  /// Makes the places of the effect, so that an already removed child is found before anything
  /// begins.
  func makePlaces(for effect: Effect<Action>, below place: Place) {
    switch effect.kind {
    case .none, .send, .work, .cancel: break
    case .merge(let effects): for effect in effects { makePlaces(for: effect, below: place) }
    case .concatenate(let steps): for step in steps.prefix(1) { makePlaces(for: step, below: place) }
    case .cancellable(let effect, _, _), .throttle(let effect, _): makePlaces(for: effect, below: place)
    case .mounted(let effect, let child, _): makePlaces(for: effect, below: place.child(child))
    }
  }

  func begin(_ effect: Effect<Action>, from origin: EffectOrigin) {
    if hasEnded || origin.sequence?.isEnded == true { return }
    switch effect.kind {
    case .none: break
    case .send(let action): receive(action, in: origin.group)
    case .work(let work): begin(work, from: origin)
    case .merge(let effects): for effect in effects { begin(effect, from: origin) }
    case .concatenate(let effects): concatenate(effects, from: origin)
    case .cancel(let id): advance(effects.end(named: id, at: origin.place))
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { advance(effects.end(named: id, at: origin.place, sparing: origin.sequence)) }
      var origin = origin
      if !origin.names.contains(id) { origin.names.append(id) }
      begin(effect, from: origin)
    case .throttle(let effect, let throttle): begin(effect, throttled: throttle, from: origin)
    case .mounted(let effect, let child, let dismissal):
      guard let place = origin.place.existingChild(child) else { return begin(effect.actionsOnly, from: origin) }
      var origin = origin
      origin.place = place
      origin.dismissal = dismissal ?? origin.dismissal
      begin(effect, from: origin)
    }
  }

  private func concatenate(_ steps: [Effect<Action>], from origin: EffectOrigin) {
    let sequence = effects.begin(origin)
    sequence.isAuxiliary = true
    var stepOrigin = origin
    stepOrigin.sequence = sequence
    sequence.pending = PendingEffects(steps[...], origin: stepOrigin)
    advance(sequence)
  }

  func advance(_ sequences: [LiveEffect]) {
    for sequence in sequences where !sequence.isEnded { advance(sequence) }
  }

  private func advance(_ sequence: LiveEffect) {
    guard let pending = sequence.pending as? PendingEffects<Action> else { return }
    while !sequence.isEnded, sequence.unfinishedSteps == 0, let step = pending.effects.popFirst() {
      sequence.unfinishedSteps += 1
      reconcile(placesFor: step, below: pending.origin.place)
      begin(step, from: pending.origin)
      sequence.unfinishedSteps -= 1
    }
    if sequence.unfinishedSteps == 0 { advance(effects.end([sequence])) }
  }
}

// MARK: - Tasks and holds

extension StoreCore {
  /// Acquires at once, so that a cancel that follows finds something to release.
  private func begin(_ work: Work<Action>, from origin: EffectOrigin) {
    let effect = effects.begin(origin)
    recorder?.origins[effect.key] = origin.action
    var work = work
    if let acquire = work.acquire {
      do {
        try work.dependencies.whileInForce { effect.lease = Lease(release: try acquire()) }
      } catch {
        // As an error of the operation, it reaches the effect's handler.
        work.body = { _ in throw error }
      }
    }
    // `acquire` may have cancelled the effect, or dropped the store.
    if effect.isEnded { return effect.stop() }
    if work.body == nil { return }
    work.dependencies = work.dependencies.isSame(as: dependencies) ? dependenciesOfTasks : work.dependencies.kept
    let context = context(of: effect.key, from: origin, at: work.location)
    let task = task(for: work, startedBy: origin.action, in: context)
    effect.cancelWork = { task.cancel() }
  }

  // Not isolated to this actor: otherwise the task would begin on it, and switch executors to run
  // the operation.
  private nonisolated func task(
    for work: Work<Action>,
    startedBy origin: (any Sendable)?,
    in context: EffectContext
  ) -> Task<Void, Never> {
    let key = context.key
    let send = Send<Action> { action in
      await self.onExecutor { core in core.receive(action, from: key, startedBy: origin, at: work.location) }
    }
    return Task(executorPreference: executor) {
      await EffectContext.$current.withValue(context) { await work(send) }
      await self.onExecutor { core in core.end(key) }
    }
  }

  /// Processes an action from an effect, if the effect still lives.
  func receive(_ action: Action, from key: Int, startedBy origin: (any Sendable)?, at location: CodeLocation) {
    if let effect = effects[key] { return receive(action, in: effect.group) }
    if hasEnded || Task.isCancelled { return }
    dependencies.whileCurrent {
      reportIssue(
        """
        an action was sent from an effect that is over; the effect was written at \(location).

          action: \(caseName(of: action))
          the effect was started by: \(origin.map { caseName(of: $0) } ?? "a derivation from state")

        The action is dropped. An effect's "send" must not be kept beyond the effect: wait in its operation for all work that uses it.
        """,
        at: location
      )
    }
  }
}

// MARK: - Throttling

extension StoreCore {
  private func begin(_ effect: Effect<Action>, throttled throttle: Throttle, from origin: EffectOrigin) {
    if let window = origin.place.windows[throttle.id] {
      wait(for: window, effect, throttle, from: origin)
    } else {
      openWindow(throttle, at: origin.place)
      begin(effect, from: origin)
    }
  }

  /// Makes the effect wait for the window's end, in place of one that already waits.
  private func wait(for window: LiveEffect, _ effect: Effect<Action>, _ throttle: Throttle, from origin: EffectOrigin) {
    let former = (window.pending as? LiveEffect).flatMap { $0.isEnded ? nil : $0 }
    if former != nil && !throttle.takesLatest { return }
    let waiting = effects.begin(origin)
    recorder?.origins[waiting.key] = origin.action
    waiting.pending = PendingEffects([effect], origin: origin)
    window.pending = waiting
    if let former { advance(effects.end([former])) }
  }

  private func openWindow(_ throttle: Throttle, at place: Place) {
    let group = SendGroup(key: effects.makeKey())
    let window = effects.begin(EffectOrigin(place: place, group: group, isOwn: false, action: nil))
    window.isAuxiliary = true
    place.windows[throttle.id] = window
    let task = wait(for: throttle, key: window.key)
    window.cancelWork = { task.cancel() }
  }

  // Not isolated to this actor, as `task` above.
  private nonisolated func wait(for throttle: Throttle, key: Int) -> Task<Void, Never> {
    Task(executorPreference: executor) {
      try? await throttle.wait()
      await self.onExecutor { core in core.inTurn { core.closeWindow(key, throttle) } }
    }
  }

  private func closeWindow(_ key: Int, _ throttle: Throttle) {
    guard let window = effects[key] else { return }
    window.place.windows[throttle.id] = nil
    if let waiting = window.pending as? LiveEffect { beginWaiting(waiting, throttle) }
    advance(effects.end([window]))
  }

  private func beginWaiting(_ waiting: LiveEffect, _ throttle: Throttle) {
    guard let pending = waiting.pending as? PendingEffects<Action>, let effect = pending.effects.first else { return }
    reconcile(placesFor: effect, below: pending.origin.place)
    begin(effect, throttled: throttle, from: pending.origin)
    advance(effects.end([waiting]))
  }
}

extension Effect {
  /// What remains of an effect whose child was removed before it began: the actions that it sends
  /// immediately.
  fileprivate var actionsOnly: Self {
    switch kind {
    case .none, .work, .cancel, .throttle: .none
    case .send: self
    case .merge(let effects), .concatenate(let effects): .merge(effects.map(\.actionsOnly))
    case .cancellable(let effect, _, _), .mounted(let effect, _, _): effect.actionsOnly
    }
  }
}
