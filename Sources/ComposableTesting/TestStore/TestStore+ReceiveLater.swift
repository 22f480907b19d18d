public import Composable

extension TestStore where Action: Equatable {
  /// Waits up to `timeout`, in real time, for this action, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive(
    _ action: Action,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.equal(to: action), within: timeout, change, at: location)
  }
}

extension TestStore {
  /// Waits up to `timeout`, in real time, for an action of this case, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.ofCase(path), within: timeout, change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action of this case with this value, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.ofCase(path, value), within: timeout, change, at: location)
  }

  /// Waits up to `timeout`, in real time, for an action that fits, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive(
    where isExpected: @escaping (Action) -> Bool,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.fitting(isExpected), within: timeout, change, at: location)
  }

  private nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>,
    within timeout: Duration,
    _ change: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) async {
    await wait(upTo: timeout) { isReceivable(expectation) || allEffectsInFlight.isEmpty }
    take(expectation, change, within: timeout, at: location)
  }

  /// Whether waiting is over: in an exhaustive test any action ends it.
  private func isReceivable(_ expectation: ActionExpectation<Action>) -> Bool {
    if exhaustivity.isOn { return !received.isEmpty }
    return received.count(before: expectation.isMet) != nil
  }

  /// Does the work that comes from outside until `isOver` or the time is.
  nonisolated(nonsending) func wait(upTo timeout: Duration, until isOver: () -> Bool) async {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    collect()
    while !isOver(), await executor.isGivenWork(until: deadline) { collect() }
  }
}
