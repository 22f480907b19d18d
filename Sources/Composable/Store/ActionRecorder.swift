/// One action, as a test store sees it.
package struct RecordedAction<State: Sendable, Action: Sendable>: Sendable {
  package let action: Action
  /// Whether an effect sent it, rather than the store's owner.
  package let isResponse: Bool
  package let former: State
  package let state: State
}

/// Is told about every action that a store reduces.
package struct ActionRecorder<State: Sendable, Action: Sendable>: Sendable {
  package let record: @Sendable (RecordedAction<State, Action>) -> Void

  package init(record: @escaping @Sendable (RecordedAction<State, Action>) -> Void) {
    self.record = record
  }
}
