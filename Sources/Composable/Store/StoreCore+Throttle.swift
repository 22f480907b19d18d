extension StoreCore {
  func begin(_ effect: Effect<Action>, throttled throttle: Throttle, from origin: Origin) {
    if let window = origin.place.windows[throttle.id] {
      wait(for: window, effect, throttle, from: origin)
    } else {
      openWindow(throttle, at: origin.place)
      begin(effect, from: origin)
    }
  }

  /// Lets the effect wait for the window's end, in place of one that waits already.
  private func wait(for window: LiveEffect, _ effect: Effect<Action>, _ throttle: Throttle, from origin: Origin) {
    let former = (window.pending as? LiveEffect).flatMap { $0.isEnded ? nil : $0 }
    if former != nil && !throttle.takesLatest { return }
    let waiting = effects.begin(origin)
    note(origin, on: waiting)
    waiting.pending = PendingEffects([effect], origin: origin)
    window.pending = waiting
    if let former { advance(effects.end([former])) }
  }

  private func openWindow(_ throttle: Throttle, at place: Place) {
    let group = SendGroup(key: effects.makeKey(), location: nil)
    let window = effects.begin(Origin(place: place, group: group, isOwn: false, action: nil))
    window.isAuxiliary = true
    place.windows[throttle.id] = window
    let key = window.key
    let task = Task(executorPreference: executor) { [root] in
      try? await throttle.wait()
      await root.onExecutor { core in core.processingIfIdle { core.closeWindow(key, throttle) } }
    }
    window.cancelWork = { task.cancel() }
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
