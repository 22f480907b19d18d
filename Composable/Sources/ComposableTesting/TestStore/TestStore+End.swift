import ComposableCore
public import Testing

extension TestStore {
  /// Asserts that nothing is left: no action to receive, and no effect in flight.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    collect()
    reportUnfinished("at the end of the test", at: location)
  }

  /// Waits up to `timeout`, in real time, for effects that work outside of the store's executor,
  /// and asserts that nothing is left.
  public nonisolated(nonsending) func finish(timeout: Duration, at location: SourceLocation = #_sourceLocation) async {
    await wait(upTo: timeout) {
      reportReceived(before: "the end", at: location)
      return effectsInFlight.isEmpty
    }
    reportUnfinished("after \(timeout)", at: location)
  }

  /// Reports the actions and effects that are left. An effect is reported once, at the place that
  /// started it.
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
      // The effects of one action are reported as one issue.
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

  /// Reports the actions that the test has not received. A non-exhaustive test may skip them.
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

  /// Skips the actions that came in response; with `strict`, it is an issue if there are none.
  public func skipReceivedActions(strict: Bool = true, at location: SourceLocation = #_sourceLocation) {
    collect()
    if received.isEmpty {
      if strict { reportNothing("no action that waits to be received", "skipReceivedActions", at: location) }
      return
    }
    noteSkipped(received.count, before: "going on", at: location)
    skipReceived()
  }

  /// Allows the effects now in flight to outlive the test. They continue, and the actions that they
  /// send are received. With `strict`, it is an issue if there are none.
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
