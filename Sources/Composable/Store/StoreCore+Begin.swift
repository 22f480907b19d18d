extension StoreCore {
  typealias Origin = EffectOrigin<Action>

  /// Makes the places that the effect will live at, so that a child that is gone already is seen to be gone before anything begins.
  func makePlaces(for effect: Effect<Action>, below place: Place) {
    switch effect.kind {
    case nil, .send, .run, .hold, .cancel: break
    case .merge(let effects): for effect in effects { makePlaces(for: effect, below: place) }
    case .concatenate(let steps): for step in steps.prefix(1) { makePlaces(for: step, below: place) }
    case .cancellable(let effect, _, _), .throttle(let effect, _): makePlaces(for: effect, below: place)
    case .mounted(let effect, let child, _): makePlaces(for: effect, below: place.child(child))
    }
  }

  func begin(_ effect: Effect<Action>, from origin: Origin) {
    if hasEnded || origin.sequence?.isEnded == true { return }
    switch effect.kind {
    case nil: break
    case .send(let action): receive(action, in: origin.group)
    case .run(let operation): run(operation, as: effects.begin(origin), from: origin)
    case .hold(let operation): hold(operation, from: origin)
    case .merge(let effects): for effect in effects { begin(effect, from: origin) }
    case .concatenate(let effects): concatenate(effects, from: origin)
    case .cancel(let id): advance(effects.end(named: id, at: origin.place))
    case .cancellable(let effect, let id, let cancelInFlight):
      begin(effect, named: id, cancelInFlight: cancelInFlight, from: origin)
    case .throttle(let effect, let throttle): begin(effect, throttled: throttle, from: origin)
    case .mounted(let effect, let child, let dismissal):
      begin(effect, at: child, dismissal: dismissal, from: origin)
    }
  }

  private func begin(_ effect: Effect<Action>, named id: ErasedID, cancelInFlight: Bool, from origin: Origin) {
    if cancelInFlight { advance(effects.end(named: id, at: origin.place, sparing: origin.sequence)) }
    var origin = origin
    origin.names.insert(id)
    begin(effect, from: origin)
  }

  private func begin(_ effect: Effect<Action>, at child: MountedChild, dismissal: Action?, from origin: Origin) {
    guard let place = origin.place.existingChild(child) else { return begin(effect.actionsOnly, from: origin) }
    var origin = origin
    origin.place = place
    origin.dismissal = dismissal ?? origin.dismissal
    begin(effect, from: origin)
  }
}

extension StoreCore {
  private func concatenate(_ steps: [Effect<Action>], from origin: Origin) {
    let sequence = effects.begin(origin)
    sequence.isAuxiliary = true
    var stepOrigin = origin
    stepOrigin.sequence = sequence
    sequence.pending = PendingEffects(steps[...], origin: stepOrigin)
    advance(sequence)
  }

  func advance(_ sequence: LiveEffect) {
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

extension Effect {
  /// What is left of an effect whose child has gone before it began: the actions that it sends at once.
  fileprivate var actionsOnly: Self {
    switch kind {
    case nil, .run, .hold, .cancel, .throttle: .none
    case .send: self
    case .merge(let effects), .concatenate(let effects): .merge(effects.map(\.actionsOnly))
    case .cancellable(let effect, _, _), .mounted(let effect, _, _): effect.actionsOnly
    }
  }
}
