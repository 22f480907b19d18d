import Composable
public import Testing

extension TestStore {
  /// Asserts that the test is at its end: nothing is left to be received, and no effect lives.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    collect()
    reportUnfinished("at the end of the test", at: location)
  }

  /// Waits up to `timeout`, in real time, for effects whose work is outside of the store's
  /// executor, and asserts that nothing is left.
  public nonisolated(nonsending) func finish(timeout: Duration, at location: SourceLocation = #_sourceLocation) async {
    await wait(upTo: timeout) {
      reportReceived(before: "the end", at: location)
      return effectsInFlight.isEmpty
    }
    reportUnfinished("after \(timeout)", at: location)
  }

  /// Reports the actions and effects that are left; an effect is reported once, where it began.
  func reportUnfinished(_ moment: String, at location: SourceLocation) {
    reportReceived(before: "the end", at: location)
    let present = present
    adoptDefaults(of: present)
    if exhaustivity.isOn, followed.shared != present.shared {
      report(
        "A shared value was changed by no action, and the test did not assert it (followed: −, actual: +):",
        difference(followed, present),
        "Assert the change with \"assert\".",
        at: location
      )
      followed.shared = present.shared
    }
    var effects = effectsInFlight[...]
    while let first = effects.first {
      // Effects that one action asked for are one issue.
      let alike = effects.filter { $0.group == first.group && $0.action == first.action }
      effects.removeAll { effect in alike.contains { $0.key == effect.key } }
      reportInFlight(first.named(alike.count), moment, at: first.location.map(SourceLocation.init) ?? location)
      skippedEffects.formUnion(alike.map(\.key))
    }
  }

  private func reportInFlight(_ effects: String, _ moment: String, at location: SourceLocation) {
    if !exhaustivity.isOn {
      return noteOmission("Skipped: \(effects), still in flight \(moment).", at: location)
    }
    report(
      "Still in flight \(moment): \(effects).",
      """
      Let it end: receive what it sends, advance the clock, or cancel it as its feature does. If it may outlive the test, call \
      "skipInFlightEffects".
      """,
      at: location
    )
  }

  /// Reports the actions that the test has not received yet, or lets them pass where it need not.
  func reportReceived(before event: @autoclosure () -> String, at location: SourceLocation) {
    if received.isEmpty { return }
    if exhaustivity.isOn {
      report(
        "Before \(event()), the test must receive \(counted(received.count, "action")) that came in response.",
        bullets(received.waiting.map { caseName(of: $0.action) }),
        "Assert each with \"receive\", or pass over them with \"skipReceivedActions\".",
        at: location
      )
    } else {
      noteSkipped(received.count, before: event(), at: location)
    }
    skipReceived()
  }

  func skipReceived() {
    while let next = received.popFirst() { follow(next) }
  }

  /// Passes over the actions that came in response; with `strict` there must be some.
  public func skipReceivedActions(strict: Bool = true, at location: SourceLocation = #_sourceLocation) {
    collect()
    if received.isEmpty {
      if strict { reportNothing("no action that waits to be received", "skipReceivedActions", at: location) }
      return
    }
    noteSkipped(received.count, before: "going on", at: location)
    skipReceived()
  }

  /// Declares that the effects that live now may outlive the test; they go on, and what they send
  /// is received. With `strict` there must be some.
  public func skipInFlightEffects(strict: Bool = true, at location: SourceLocation = #_sourceLocation) {
    collect()
    let effects = effectsInFlight
    if effects.isEmpty {
      if strict { reportNothing("no effect in flight", "skipInFlightEffects", at: location) }
      return
    }
    let event = "Skipped: \(counted(effects.count, "effect")) in flight."
    noteOmission(event, bullets(effects.map(\.name)), at: location)
    skippedEffects.formUnion(effects.map(\.key))
  }

  private func reportNothing(_ nothing: String, _ name: String, at location: SourceLocation) {
    report("There is \(nothing).", "Leave \"\(name)\" out, or call it with \"strict: false\".", at: location)
  }
}
