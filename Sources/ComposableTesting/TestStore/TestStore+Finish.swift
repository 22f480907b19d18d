import Composable

extension TestStore {
  /// Asserts that the test is at its end: nothing is left to be received, and no effect lives.
  public func finish(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    settleReceived(before: "the end of the test", at: location)
    reportEffects(effectsInFlight, "at the end of the test", at: location)
    forget(effectsInFlight)
  }

  /// Waits up to `timeout`, in real time, for effects whose work is outside of the store's executor, and asserts that nothing is left.
  public func finish(
    timeout: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.now.advanced(by: timeout)
    settleReceived(before: "the end of the test", at: location)
    while !effectsInFlight.isEmpty, await executor.isGivenWork(until: deadline) {
      settleReceived(before: "the end of the test", at: location)
    }
    reportEffects(effectsInFlight, "after \(timeout)", at: location)
    forget(effectsInFlight)
  }

  /// Passes over the actions that came in response; with `strict` there must be some.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    collect()
    guard let last = received.last else {
      if strict { report("There is no received action to be skipped.", at: location) }
      return
    }
    tellAside("Skipped: \(counted(received.count, "received action")).\n\n\(list(received))", at: location)
    received = []
    state = last.state
  }

  /// Declares that the effects that live now may outlive the test; they go on. With `strict` there must be some.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    collect()
    let effects = effectsInFlight
    if effects.isEmpty && strict { report("There is no effect in flight to be skipped.", at: location) }
    if !effects.isEmpty { tellAside("Skipped: \(counted(effects.count, "effect")) in flight.", at: location) }
    forget(effects)
  }

  /// What is left when the test store goes, each thing where it began.
  func reportUnfinished(at location: CodeLocation) {
    guard exhaustivity.isOn else { return }
    if !received.isEmpty {
      report(
        """
        The test store went while \(counted(received.count, "action")) that came in response had not been received:

        \(list(received))

        Assert each with "receive", or pass over them with "skipReceivedActions".
        """,
        at: location
      )
    }
    reportEffects(effectsInFlight, "when the test store went", at: location)
  }

  private func reportEffects(_ effects: [EffectInFlight], _ moment: String, at location: CodeLocation) {
    guard exhaustivity.isOn else { return }
    for effect in effects {
      report(
        """
        An effect was still in flight \(moment).

          started by: \(effect.action ?? "a derivation from state")

        Let it end: receive what it sends, move the clock for it, or cancel it as its feature does. If it may outlive the test, say so with \
        "skipInFlightEffects".
        """,
        at: effect.location ?? location
      )
    }
  }

  private func forget(_ effects: [EffectInFlight]) {
    skippedEffects.formUnion(effects.map(\.key))
  }
}
