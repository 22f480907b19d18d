/// One action, as a test store sees it.
package struct RecordedAction<State: Sendable, Action: Sendable>: Sendable {
  package let action: Action
  /// Whether it came in response, rather than from the store's owner.
  package let isResponse: Bool
  package let former: State
  package let state: State
  /// The ids that stacks were given from there on.
  package let stackIDs: StackIDGenerator
}

/// Follows a store through every action that it reduces.
final class ActionRecorder<State: Sendable, Action: Sendable> {
  /// Where the next send is written.
  var location: CodeLocation?
  /// What was reduced since the last look.
  var actions: [RecordedAction<State, Action>] = []
  /// Whether the root feature asked to be dismissed.
  var isDismissed = false
  var isResponse = false

  func record(_ action: Action, _ former: State, _ state: State, _ stackIDs: StackIDGenerator) {
    actions.append(
      RecordedAction(action: action, isResponse: isResponse, former: former, state: state, stackIDs: stackIDs)
    )
  }
}

/// What a test store does with a store, on the store's executor.
extension RootStore {
  package var state: State { now { core in core.state } }

  package var dependencies: DependencyValues { now { core in core.dependencies } }

  package var effectsInFlight: [EffectInFlight] { now { core in core.effectsInFlight } }

  package var isDismissed: Bool { now { core in core.recorder?.isDismissed ?? false } }

  package func setDependencies(_ dependencies: DependencyValues) {
    now { core in core.dependencies = dependencies }
  }

  package func beginRecording() {
    now { core in core.recorder = ActionRecorder() }
  }

  /// Sends an action; its effects will be said to go back to this place.
  package func send(_ action: Action, from location: CodeLocation) -> StoreTask {
    now { core in
      core.recorder?.location = location
      return core.send(action)
    }
  }

  /// What was reduced since the last look.
  package func takeActions() -> [RecordedAction<State, Action>] {
    now { core in
      defer { core.recorder?.actions = [] }
      return core.recorder?.actions ?? []
    }
  }
}
