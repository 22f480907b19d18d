/// One action, as a test store sees it.
package struct RecordedAction<State: Sendable, Action: Sendable>: Sendable {
  package let action: Action
  /// The state that followed.
  package let state: State
  /// The ids that came next for elements of stacks, before the action and after it.
  package let stackIDs: (before: StackElementID, after: StackElementID)
}

/// Follows a store through every action that it reduces.
final class ActionRecorder<State: Sendable, Action: Sendable> {
  /// Where the next send is written.
  var location: CodeLocation?
  private var actions: [RecordedAction<State, Action>] = []
  /// The state as the last derivation left it, before any action.
  var derivedState: State?
  /// Whether the root feature asked to be dismissed.
  var isDismissed = false

  func record(_ action: Action, _ state: State, stackIDs: (before: StackElementID, after: StackElementID)) {
    actions.append(RecordedAction(action: action, state: state, stackIDs: stackIDs))
  }

  /// What was reduced since the last look.
  func takeActions() -> [RecordedAction<State, Action>] {
    if actions.isEmpty { return [] }
    defer { actions = [] }
    return actions
  }
}

/// What a test store does with a store, on the store's executor.
extension RootStore {
  package var state: State { now { core in core.state } }

  package var dependencies: DependencyValues { now { core in core.dependencies } }

  package var effectsInFlight: [EffectInFlight] { now { core in core.effectsInFlight } }

  /// Gives the store other dependencies, but for what belongs to the store itself.
  package func setDependencies(_ dependencies: DependencyValues) {
    now { core in
      var dependencies = dependencies
      dependencies.stackIDs = core.dependencies.stackIDs
      dependencies.executor = core.executor
      core.dependencies = dependencies
    }
  }

  package func beginRecording() {
    now { core in core.recorder = ActionRecorder() }
  }

  /// Sends an action, whose effects will be said to go back to this place; gives what was reduced, the action first.
  ///
  /// Nil where the root feature has dismissed itself.
  package func send(
    _ action: Action,
    from location: CodeLocation
  ) -> (task: StoreTask, actions: [RecordedAction<State, Action>])? {
    now { core in
      guard let recorder = core.recorder, !recorder.isDismissed else { return nil }
      recorder.location = location
      let task = core.send(action)
      return (task, recorder.takeActions())
    }
  }

  /// Derives the effects again that depend on the state alone; gives the state that this led to, and the actions that came in response.
  package func rederive(
    from location: CodeLocation
  ) -> (task: StoreTask, state: State, actions: [RecordedAction<State, Action>]) {
    now { core in
      core.recorder?.location = location
      let task = core.rederive()
      let state = core.recorder?.derivedState.take() ?? core.state
      return (task, state, core.recorder?.takeActions() ?? [])
    }
  }

  /// What was reduced since the last look.
  package func takeActions() -> [RecordedAction<State, Action>] {
    now { core in core.recorder?.takeActions() ?? [] }
  }
}
