/// One action, as a test store sees it.
package struct RecordedAction<State: Sendable, Action: Sendable>: Sendable {
  package let action: Action
  /// Whether it came in response, rather than from the store's owner.
  package let isResponse: Bool
  package let former: State
  package let state: State
}

/// Follows a store through every action that it reduces.
package final class ActionRecorder<State: Sendable, Action: Sendable> {
  /// Where the next send is written.
  package var location: CodeLocation?
  /// What was reduced since the last look.
  package var actions: [RecordedAction<State, Action>] = []
  var isResponse = false

  package init() {}

  func record(_ action: Action, _ former: State, _ state: State) {
    actions.append(RecordedAction(action: action, isResponse: isResponse, former: former, state: state))
  }
}
