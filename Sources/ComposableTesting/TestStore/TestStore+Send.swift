public import Composable

extension TestStore {
  /// Sends an action and asserts what it changes: `change` is given the former state and must make of it the state that follows.
  ///
  /// Without `change` the state must stay as it is. What the action starts has run, as far as it can, when this returns.
  @discardableResult
  public func send(
    _ action: Action,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> TestStoreTask<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return send(action, change, at: location)
  }

  /// Sends the action that a case without a payload makes.
  @discardableResult
  public func send(
    _ path: CasePath<Action, Void>,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> TestStoreTask<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return send(path.embed(()), change, at: location)
  }

  /// Sends the action that a case makes of a value.
  @discardableResult
  public func send<Value>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> TestStoreTask<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return send(path.embed(value), change, at: location)
  }

  private func send(
    _ action: Action,
    _ change: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) -> TestStoreTask<State, Action> {
    settleReceived(before: "sending '\(caseName(of: action))'", at: location)
    if isDismissed(sending: action, at: location) { return TestStoreTask(.none, of: self) }
    let task = executor.perform { root.send(action, from: location) }
    let actions = executor.perform { root.takeActions() }
    received += actions.filter(\.isResponse)
    if let sent = actions.first(where: { !$0.isResponse }) {
      expect(change, leadsTo: sent, after: "sending '\(caseName(of: action))'", at: location)
    }
    collect()
    return TestStoreTask(task, of: self)
  }

  private func isDismissed(sending action: Action, at location: CodeLocation) -> Bool {
    guard executor.perform({ root.isDismissed }) else { return false }
    report(
      """
      '\(caseName(of: action))' was sent to a test store whose feature has dismissed itself.

      End the test with the dismissal, or test the feature inside the one that presents it.
      """,
      at: location
    )
    return true
  }

  /// Reports the actions that the test has not received yet, or lets them pass where it need not.
  func settleReceived(before event: String, at location: CodeLocation) {
    collect()
    guard let last = received.last else { return }
    if exhaustivity.isOn {
      report(
        """
        Before \(event), the test must receive \(counted(received.count, "action")) that came in response:

        \(list(received))

        Assert each with "receive", or pass over them with "skipReceivedActions".
        """,
        at: location
      )
    } else {
      tellAside(
        "Skipped before \(event): \(counted(received.count, "received action")).\n\n\(list(received))",
        at: location
      )
    }
    received = []
    state = last.state
  }

  func list(_ actions: [RecordedAction<State, Action>]) -> String {
    actions.map { "  • \(caseName(of: $0.action))" }.joined(separator: "\n")
  }
}

/// A count with its noun, as in "1 action" and "2 actions".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
