public import Composable

extension TestStore where Action: Equatable {
  /// Asserts that the next action that came in response is this one, and what it changes.
  public func receive(
    _ action: Action,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    receive(.equal(to: action), change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action that work outside of the store's executor brings about.
  public func receive(
    _ action: Action,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.equal(to: action), within: timeout, change, at: location)
  }
}

extension TestStore {
  /// Asserts that the next action that came in response is of this case, and what it changes.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    receive(.ofCase(path), change, at: location)
  }

  /// Asserts that the next action that came in response is of this case with this value, and what it changes.
  public func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    receive(.ofCase(path, value), change, at: location)
  }

  /// Asserts that the next action that came in response fits, and what it changes.
  public func receive(
    where isExpected: (Action) -> Bool,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(isExpected) { isExpected in
      receive(.fitting(isExpected), change, at: location)
    }
  }

  /// Waits up to `timeout`, in real time, for an action of this case that work outside of the store's executor brings about.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.ofCase(path), within: timeout, change, at: location)
  }
}

extension TestStore {
  private func receive(
    _ expectation: ActionExpectation<Action>,
    _ change: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) {
    collect()
    take(expectation, change, nothing: "nothing came in response", at: location)
  }

  private func receive(
    _ expectation: ActionExpectation<Action>,
    within timeout: Duration,
    _ change: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) async {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    collect()
    while !isReceivable(expectation), await executor.isGivenWork(until: deadline) { collect() }
    take(expectation, change, nothing: "nothing came in response within \(timeout)", at: location)
  }

  /// Whether waiting is over: in an exhaustive test any action ends it.
  private func isReceivable(_ expectation: ActionExpectation<Action>) -> Bool {
    exhaustivity.isOn ? !received.isEmpty : received.contains { expectation.isMet(by: $0.action) }
  }

  private func take(
    _ expectation: ActionExpectation<Action>,
    _ change: ((inout State) throws -> Void)?,
    nothing: String,
    at location: CodeLocation
  ) {
    if !exhaustivity.isOn { skip(to: expectation, at: location) }
    guard !received.isEmpty else {
      return report("\(expectation.description) was expected, but \(nothing).\n\n\(hint)", at: location)
    }
    let next = received.removeFirst()
    let event = "receiving '\(caseName(of: next.action))'"
    if let difference = expectation.difference(next.action) {
      state = next.state
      return report(
        "\(expectation.description) was expected, but '\(caseName(of: next.action))' came before it.\n\n\(difference)",
        at: location
      )
    }
    expect(change, leadsTo: next, after: event, at: location)
  }

  /// Passes over the actions before the first that meets the expectation; over all of them where none does.
  private func skip(to expectation: ActionExpectation<Action>, at location: CodeLocation) {
    let skipped = received.prefix { !expectation.isMet(by: $0.action) }
    guard let last = skipped.last else { return }
    tellAside("Skipped: \(counted(skipped.count, "received action")).\n\n\(list(Array(skipped)))", at: location)
    received.removeFirst(skipped.count)
    state = last.state
  }

  private var hint: String {
    let effects = effectsInFlight
    if effects.isEmpty {
      return "No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?"
    }
    return """
      \(counted(effects.count, "effect")) in flight could still send it. Does it wait for the clock? Move it with "clock.advance". Does it wait \
      for work outside of the store's executor? Give "receive" a "timeout".
      """
  }
}
