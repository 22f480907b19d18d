/// One action, as a test store sees it.
package struct RecordedAction<State: Sendable, Action: Sendable>: Sendable {
  package let action: Action
  package internal(set) var state: State
  /// The next ids for stack elements, before and after the action.
  package let stackIDs: (before: StackElementID, after: StackElementID)
}

/// Records every action that a store reduces.
final class ActionRecorder<State: Sendable, Action: Sendable> {
  var location: CodeLocation?
  var actions: [RecordedAction<State, Action>] = []
  /// The state after the last derivation, before any action.
  var derivedState: State?
  /// The location of each send with effects, by the key of its group.
  var locations: [Int: CodeLocation] = [:]
  /// The actions that have started effects, by the keys of the effects.
  var origins: [Int: any Sendable] = [:]
  /// Whether the root feature asked to be dismissed.
  var isDismissed = false

  /// Adds the changes at the end of a turn to the turn's last action.
  func complete(_ state: State) {
    if actions.isEmpty { derivedState = state } else { actions[actions.count - 1].state = state }
  }
}

/// A living effect, as a test store reports it.
package struct EffectInFlight: Sendable {
  package let key: Int
  package let group: Int
  /// The action that has started it; nil if it was derived from the state.
  package let action: String?
  package let location: CodeLocation?
}

/// The access of a test store to a store.
extension StoreCore {
  package var isDismissed: Bool { recorder?.isDismissed ?? false }

  /// Replaces the dependencies, except those that belong to the store itself.
  package func replaceDependencies(by dependencies: DependencyValues) {
    var dependencies = dependencies
    dependencies.stackIDs = self.dependencies.stackIDs
    dependencies.executor = executor
    self.dependencies = dependencies
  }

  /// Starts recording; returns the state and dependencies at the start.
  package func beginRecording() -> (state: State, dependencies: DependencyValues) {
    recorder = ActionRecorder()
    return (stateNow, dependencies)
  }

  /// Sends an action, which is recorded first; its effects are reported at this location.
  ///
  /// Nil if the root feature has dismissed itself.
  package func send(_ action: Action, from location: CodeLocation) -> StoreTask? {
    guard let recorder, !recorder.isDismissed else { return nil }
    recorder.location = location
    return process(action)
  }

  /// Starts again the effects that are derived from the state; returns the state afterwards.
  package func rederive(from location: CodeLocation) -> (task: StoreTask, state: State) {
    recorder?.location = location
    let task = rederive()
    let state = recorder?.derivedState.take() ?? stateNow
    return (task, state)
  }

  // Only the count, so that a test store that has received nothing does not look up the type of a
  // record.
  package var recordedCount: Int { recorder?.actions.count ?? 0 }

  package func takeActions() -> [RecordedAction<State, Action>] {
    defer { recorder?.actions = [] }
    return recorder?.actions ?? []
  }

  func action(of key: Int) -> String? { recorder?.origins[key].map { caseName(of: $0) } }

  /// The living effects, the earliest first.
  package var effectsInFlight: [EffectInFlight] {
    effects.all.filter { !$0.isAuxiliary }
      .map { effect in
        EffectInFlight(
          key: effect.key,
          group: effect.group.key,
          action: action(of: effect.key),
          location: recorder?.locations[effect.group.key]
        )
      }
  }
}
