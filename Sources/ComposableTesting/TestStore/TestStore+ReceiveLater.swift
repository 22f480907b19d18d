public import Composable

extension TestStore where Action: Equatable {
  /// Waits up to `timeout`, in real time, for this action, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive(
    _ action: Action,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    await receive(.equal(to: action), within: timeout, change, at: CodeLocation(fileID: fileID, line: line))
  }
}

extension TestStore {
  /// Waits up to `timeout`, in real time, for an action of this case, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    await receive(.ofCase(path), within: timeout, change, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Waits up to `timeout`, in real time, for an action of this case with this value, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    await receive(.ofCase(path, value), within: timeout, change, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Waits up to `timeout`, in real time, for an action that fits, which work outside of the store's executor brings about.
  public nonisolated(nonsending) func receive(
    where isExpected: @escaping (Action) -> Bool,
    timeout: Duration,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    await receive(.fitting(isExpected), within: timeout, change, at: CodeLocation(fileID: fileID, line: line))
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
    return othersBefore(expectation) != nil
  }

  /// Does the work that comes from outside until `isOver` or the time is.
  nonisolated(nonsending) func wait(upTo timeout: Duration, until isOver: () -> Bool) async {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    collect()
    while !isOver(), await executor.isGivenWork(until: deadline) { collect() }
  }
}
