public import ComposableCore
public import Testing

extension TestStore {
  /// Sends an action and asserts what it changes: `change` has to turn the old state into the new
  /// one.
  ///
  /// Without `change`, the state must not change. When this returns, the action's effects have run
  /// as far as they can.
  @discardableResult
  public func send(
    _ action: Action,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> TestStoreTask<State, Action> {
    collect()
    reportReceived(before: step("sending", action), at: location)
    guard let task = onCore({ core in core.send(action, from: CodeLocation(location)) }) else {
      report(
        "'\(caseName(of: action))' was sent to a test store whose feature has dismissed itself.",
        "End the test with the dismissal, or test the feature inside the one that presents it.",
        at: location
      )
      return TestStoreTask(task: .none, store: self)
    }
    receiveLater()
    follow(received.popFirst()!, asserting: change, after: step("sending", action), at: location)
    collect()
    return TestStoreTask(task: task, store: self)
  }

  /// Sends the action of a case without a payload.
  // Disfavored: an action and the path to its case are spelled alike, and the action is meant.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ path: CasePath<Action, Void>,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> TestStoreTask<State, Action> {
    send(path.embed(()), assert: change, at: location)
  }

  /// Sends the action that a case makes of a value.
  @discardableResult
  public func send<Value>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    assert change: Change? = nil,
    at location: SourceLocation = #_sourceLocation
  ) -> TestStoreTask<State, Action> {
    send(path.embed(value), assert: change, at: location)
  }
}

extension TestStore where Action: CasePathable {
  /// Sends the action of a case without a payload.
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
}

/// The effects that one send to a test store has started.
public struct TestStoreTask<State: Equatable & Sendable, Action: Sendable> {
  let task: StoreTask
  let store: TestStore<State, Action>

  /// Whether an effect of the send is still in flight.
  public var isLive: Bool {
    store.collect()
    return store.executor.perform { task.isLiveNow }
  }

  /// Ends the effects of the sent action.
  public func cancel() {
    store.executor.perform { task.cancelNow() }
    store.collect()
  }

  /// Asserts that every effect of the send has ended.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    store.collect()
    report("", at: location)
  }

  /// Waits up to `timeout`, in real time, until every effect of the send has ended, including those
  /// that work outside of the store's executor.
  public nonisolated(nonsending) func finish(timeout: Duration, at location: SourceLocation = #_sourceLocation) async {
    await store.wait(upTo: timeout) { effectsInFlight.isEmpty }
    report(" within \(timeout)", at: location)
  }

  private var effectsInFlight: [EffectInFlight] {
    task.group.map { key in store.allEffectsInFlight.filter { $0.group == key } } ?? []
  }

  private func report(_ time: String, at location: SourceLocation) {
    let effects = effectsInFlight
    if effects.isEmpty { return }
    store.report(
      "Expected the send to be finished\(time), but there is still in flight:",
      bullets(effects.map(\.name)),
      "If it waits for the clock, advance it. If it ends only when it is cancelled, call \"cancel\" first.",
      at: location
    )
  }
}
