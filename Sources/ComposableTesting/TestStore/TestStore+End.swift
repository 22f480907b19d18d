import Composable

extension TestStore {
  /// Asserts that the test is at its end: nothing is left to be received, and no effect lives.
  public func finish(
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    collect()
    reportReceived(before: "the end", at: location)
    reportEffects("at the end of the test", at: location)
  }

  /// Waits up to `timeout`, in real time, for effects whose work is outside of the store's executor, and asserts that nothing is left.
  public nonisolated(nonsending) func finish(
    timeout: Duration,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    let location = CodeLocation(fileID: fileID, line: line)
    await wait(upTo: timeout) {
      reportReceived(before: "the end", at: location)
      return effectsInFlight.isEmpty
    }
    reportReceived(before: "the end", at: location)
    reportEffects("after \(timeout)", at: location)
  }

  /// Reports the actions and effects that are left when the test store goes, each where it began.
  func reportUnfinished(at location: CodeLocation) {
    reportReceived(before: "the end", at: location)
    reportEffects("when the test store went", at: location)
  }

  /// Reports the actions that the test has not received yet, or lets them pass where it need not.
  func reportReceived(before event: String, at location: CodeLocation) {
    if received.isEmpty { return }
    if exhaustivity.isOn {
      report(
        paragraphs(
          "Before \(event), the test must receive \(counted(received.count, "action")) that came in response.",
          bullets(received.waiting.map { caseName(of: $0.action) }),
          "Assert each with \"receive\", or pass over them with \"skipReceivedActions\"."
        ),
        at: location
      )
    } else {
      noteOmission(skippedText(of: received.count, before: event), at: location)
    }
    passOverReceived()
  }

  func passOverReceived() {
    while let next = received.popFirst() { follow(next) }
  }

  /// Reports the effects that live, or lets them be where the test need not care; each is spoken of once.
  private func reportEffects(_ moment: String, at location: CodeLocation) {
    for effect in effectsInFlight {
      if exhaustivity.isOn {
        report(
          """
          Still in flight \(moment): \(effect.name).

          Let it end: receive what it sends, advance the clock, or cancel it as its feature does. If it may outlive the test, call \
          "skipInFlightEffects".
          """,
          at: effect.location ?? location
        )
      } else {
        noteOmission("Skipped: \(effect.name), still in flight \(moment).", at: effect.location ?? location)
      }
      skippedEffects.insert(effect.key)
    }
  }
}

extension TestStore {
  /// Passes over the actions that came in response; with `strict` there must be some.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    collect()
    if received.isEmpty {
      if strict { reportNothing("no action that waits to be received", "skipReceivedActions", at: location) }
      return
    }
    noteOmission(skippedText(of: received.count, before: "going on"), at: location)
    passOverReceived()
  }

  /// Declares that the effects that live now may outlive the test; they go on, and what they send is received. With `strict` there must be some.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    collect()
    let effects = effectsInFlight
    if effects.isEmpty {
      if strict { reportNothing("no effect in flight", "skipInFlightEffects", at: location) }
      return
    }
    noteOmission(
      paragraphs("Skipped: \(counted(effects.count, "effect")) in flight.", bullets(effects.map(\.name))),
      at: location
    )
    skippedEffects.formUnion(effects.map(\.key))
  }

  private func reportNothing(_ nothing: String, _ name: String, at location: CodeLocation) {
    report(
      """
      There is \(nothing).

      Leave "\(name)" out, or call it with "strict: false".
      """,
      at: location
    )
  }
}
