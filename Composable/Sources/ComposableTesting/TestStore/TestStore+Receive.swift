public import ComposableCore
public import Testing

extension TestStore where Action: Equatable {
  /// Asserts that the next action received is this one, and what it changes.
  public func receive(_ action: Action, assert change: Change? = nil, at location: SourceLocation = #_sourceLocation) {
    take(.equal(to: action), change, at: location)
  }

  /// Waits up to `timeout`, in real time, for this action, sent by work outside of the store's
  /// executor.
  public nonisolated(nonsending) func receive(
    _ action: Action,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(.equal(to: action), within: timeout, change, at: location)
  }
}

extension TestStore {
  /// Asserts that the next action received is of this case, and what it changes.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    take(.ofCase(path), change, at: location)
  }

  /// Asserts that the next action received is of this case with this value, and what
  /// it changes.
  public func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    take(.ofCase(path, value), change, at: location)
  }

  /// Asserts that the next action received matches, and what it changes. The predicate is called
  /// once for each action.
  public func receive(
    where isExpected: (Action) -> Bool,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    withoutActuallyEscaping(isExpected) { take(.fitting($0), change, at: location) }
  }

  /// Receives the expected action; `timeout` is how long the test has waited for it.
  ///
  /// A non-exhaustive test skips the actions before it.
  private func take(
    _ expectation: Expectation,
    _ change: Change?,
    within timeout: Duration? = nil,
    at location: SourceLocation
  ) {
    collect()
    let position = othersBefore(expectation)
    if !exhaustivity.isOn, let position, position > 0 {
      let found = received.waiting.dropFirst(position).prefix(1).map { step("receiving", $0.action) }.joined()
      noteSkipped(position, before: found, at: location)
      for _ in 0..<position { received.popFirst().map(follow) }
    }
    guard exhaustivity.isOn || position != nil, let next = received.popFirst() else {
      return reportMissing(expectation, within: timeout, at: location)
    }
    if position == 0 || !exhaustivity.isOn {
      follow(next, asserting: change, after: step("receiving", next.action), at: location)
    } else {
      reportUnexpected(next.action, instead: expectation, behind: position, at: location)
      follow(next)
    }
  }

  /// The number of waiting actions before the first that matches the expectation; nil if none does.
  private func othersBefore(_ expectation: Expectation) -> Int? {
    received.waiting.enumerated().first { expectation.matches($0.element.action) }?.offset
  }

  /// Notes that the first `count` waiting actions are skipped.
  func noteSkipped(_ count: Int, before event: String, at location: SourceLocation) {
    let skipped = received.waiting.prefix(count).map { caseName(of: $0.action) }
    let event = "Skipped before \(event): \(counted(count, "action")) that came in response."
    noteOmission(event, bullets(skipped), at: location)
  }

  private func reportUnexpected(
    _ action: Action,
    instead expectation: Expectation,
    behind position: Int?,
    at location: SourceLocation
  ) {
    let event = "Expected to receive \(expectation.noun), but another came first (expected: −, received: +):"
    let later = position.map { behind in
      "What is expected comes later, behind \(counted(behind, "other action")): receive what is before it first."
    }
    report(event, expectation.difference(to: action), later, at: location)
  }

  private func reportMissing(_ expectation: Expectation, within timeout: Duration?, at location: SourceLocation) {
    let time = timeout.map { " within \($0)" } ?? ""
    let found = received.isEmpty ? "nothing came in response\(time)" : "only others came in response\(time)"
    report(
      "Expected to receive \(expectation.noun), but \(found).",
      expectation.details,
      received.isEmpty ? nil : bullets(received.waiting.map { caseName(of: $0.action) }),
      missingHint(within: timeout),
      at: location
    )
  }

  private func missingHint(within timeout: Duration?) -> String {
    let effects = allEffectsInFlight
    if effects.isEmpty {
      return "No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?"
    }
    let longer = timeout == nil ? "\"receive\" a \"timeout\"" : "\"receive\" a longer \"timeout\""
    return """
      Still in flight:

      \(bullets(effects.map(\.name)))

      If it waits for the clock, advance it. If it waits for work outside of the store's executor, give \(longer).
      """
  }

  /// Waits up to `timeout`, in real time, for an action of this case, sent by work outside of the
  /// store's executor.
  public nonisolated(nonsending) func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(.ofCase(path), within: timeout, change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action of this case with this value, sent by work
  /// outside of the store's executor.
  public nonisolated(nonsending) func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(.ofCase(path, value), within: timeout, change, at: location)
  }

  /// Waits up to `timeout`, in real time, for a matching action, sent by work outside of the
  /// store's executor.
  public nonisolated(nonsending) func receive(
    where isExpected: @escaping (Action) -> Bool,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(.fitting(isExpected), within: timeout, change, at: location)
  }

  private nonisolated(nonsending) func receive(
    _ expectation: Expectation,
    within timeout: Duration,
    _ change: Change?,
    at location: SourceLocation
  ) async {
    // In an exhaustive test any action ends the wait.
    await wait(upTo: timeout) {
      allEffectsInFlight.isEmpty || (exhaustivity.isOn ? !received.isEmpty : othersBefore(expectation) != nil)
    }
    take(expectation, change, within: timeout, at: location)
  }

  /// Does the work that comes from outside until `isOver` or the time is.
  nonisolated(nonsending) func wait(upTo timeout: Duration, until isOver: () -> Bool) async {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    collect()
    while !isOver(), await executor.isGivenWork(until: deadline) { collect() }
  }
}

extension TestStore where Action: CasePathable {
  /// Asserts that the next action received is of this case, and what it changes.
  public func receive<Value>(
    _ name: CaseKeyPath<Action, Value>,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    receive(CasePath(name), assert: change, at: location)
  }

  /// Asserts that the next action received is of this case with this value, and what
  /// it changes.
  public func receive<Value: Equatable & Sendable>(
    _ name: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    receive(CasePath(name), value, assert: change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action of this case, sent by work outside of the
  /// store's executor.
  public nonisolated(nonsending) func receive<Value>(
    _ name: CaseKeyPath<Action, Value>,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(CasePath(name), timeout: timeout, assert: change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action of this case with this value, sent by work
  /// outside of the store's executor.
  public nonisolated(nonsending) func receive<Value: Equatable & Sendable>(
    _ name: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive(CasePath(name), value, timeout: timeout, assert: change, at: location)
  }
}
