import Brightness
import Hardware

/// What follows from a decision.
extension LightKeeper {
  func obey(
    _ outcome: LightsOutcome,
    because cause: LightCause,
    by session: SessionID? = nil,
    fade: Duration? = nil
  ) {
    for change in outcome.changes {
      // A return to the base is never a fade, but where the person asked for one.
      carryOut(change, fade: change.view.decider == nil && cause != .set ? nil : fade)
    }
    let changed = outcome.changes.map { KeeperNews.changed($0.light, $0.view, cause, by: session) }
    let forgotten = forgetThoseGone().map(KeeperNews.forgotten)
    let ends = scenesEnded(by: outcome)
    // Of a light that was taken over nobody should hear that others let go of it, and not yet that they did so for the person.
    if ends.isEmpty { (changed + forgotten).forEach(tell) } else { tell(.together(changed + forgotten + ends)) }
  }

  /// Most often none: then it costs no more than to see that.
  private func forgetThoseGone() -> [Brightness.LightID] {
    let ids = lights.ids
    if told == ids { return [] }
    defer { told = ids }
    return told.filter { lights[$0] == nil }
  }

  private func scenesEnded(by outcome: LightsOutcome) -> [KeeperNews] {
    let yielded = outcome.takenOver.map { light in outcome.yielded.map { KeeperNews.yielded($0, on: light) } }
    return (yielded ?? []) + outcome.cancelled.map(KeeperNews.cancelled)
  }

  private func carryOut(_ change: LightChange, fade: Duration?) {
    guard let device = kept[change.light], device.isMet else { return }
    let isReturn = change.view.decider == nil
    let base = OwedBase(change.view.base, in: change.view.range)
    // On its way back, too, a light that is on record is there with the base that it has by now.
    let owed = isReturn && !device.isRecorded ? nil : Debt(base, of: device)
    let isNews = owed != device.order?.owed || isReturn != device.order?.isReturn
    guard change.order != nil || change.expected != nil || isNews else { return }
    let steps = change.unwritten.map { way(to: $0, on: device, change.view.range, fade: fade) } ?? []
    send(LightOrder(steps: steps, owed: owed, isReturn: isReturn, expecting: change.expected), to: change.light)
  }

  private func way(to goal: Int, on light: KeptLight, _ range: LightRange, fade: Duration?) -> [LightOrder.Step] {
    guard let fade, let level = light.writer.assumeIsolated({ $0.level }) else {
      return [LightOrder.Step(goal)]
    }
    return range.steps(from: level, to: goal, in: fade).map { LightOrder.Step($0.raw, lasts: $0.lasts) }
  }

  /// What `body` asks for is written when it is over: a scene that goes makes way for another one, and the light need not show
  /// anything between.
  public func inOneGo(_ body: () -> Void) {
    goDepth += 1
    body()
    goDepth -= 1
    if goDepth == 0 { sendAll() }
  }

  func send(_ order: LightOrder, to light: Brightness.LightID) {
    kept[light]?.order = order
    kept[light]?.isOrderDone = false
    if order.owed != nil { kept[light]?.isRecorded = true }
    if !order.steps.isEmpty { note(nil, on: light) }
    if goDepth == 0 {
      kept[light]?.writer.assumeIsolated { $0.obey(order) }
    } else {
      unsent.insert(light)
    }
  }

  private func sendAll() {
    let lights = unsent.sorted { $0.description < $1.description }
    unsent = []
    for light in lights {
      guard let device = kept[light], let order = device.order else { continue }
      device.writer.assumeIsolated { $0.obey(order) }
    }
  }

  func note(_ trouble: LightTrouble?, on light: Brightness.LightID) {
    guard let device = kept[light], device.trouble != trouble else { return }
    kept[light]?.trouble = trouble
    tell(.troubled(light, trouble))
  }

  /// Answers those that waited for lights which show what they should, or cannot for now.
  func answerWaits(for lights: [Brightness.LightID]) {
    if waits.isEmpty { return }
    for answer in waits.note(lights, progress) { answer() }
  }

  private func progress(_ light: Brightness.LightID) -> Waits.Progress {
    guard let device = kept[light] else { return .owed(.away) }
    if let trouble = device.trouble, trouble.isInTheWay { return .owed(trouble) }
    return device.isMet && device.isOrderDone && lights.isSettled(light) ? .atRest : .moving
  }
}
