public import Composable
public import Testing

extension TestStore where Action: CasePathable {
  /// Sends the action that a case without a payload makes.
  @discardableResult
  public func send(
    _ name: CaseKeyPath<Action, Void>,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> TestStoreTask<State, Action> {
    send(CasePath(name), assert: change, at: location)
  }

  /// Sends the action that a case makes of a value.
  @discardableResult
  public func send<Value>(
    _ name: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> TestStoreTask<State, Action> {
    send(CasePath(name), value, assert: change, at: location)
  }

  /// Asserts that the next action that came in response is of this case, and what it changes.
  public func receive<Value>(
    _ name: CaseKeyPath<Action, Value>,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    receive(CasePath(name), assert: change, at: location)
  }

  /// Asserts that the next action that came in response is of this case with this value, and what it changes.
  public func receive<Value: Equatable & Sendable>(
    _ name: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    receive(CasePath(name), value, assert: change, at: location)
  }
}
