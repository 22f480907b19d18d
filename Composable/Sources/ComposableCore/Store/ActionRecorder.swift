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
  /// The state once the tree has mounted, before any action.
  var mountedState: State?
  /// The location of each send with effects, by the key of its group.
  var locations: [Int: CodeLocation] = [:]
  /// The actions that have started effects, by the keys of the effects.
  var origins: [Int: any Sendable] = [:]
  /// Whether the root feature asked to be dismissed.
  var isDismissed = false
  /// Called after each recorded action.
  let note: @Sendable () -> Void

  init(noting note: @escaping @Sendable () -> Void) {
    self.note = note
  }

  /// Adds the changes at the end of a turn to the turn's last action.
  func complete(_ state: State) {
    if actions.isEmpty { mountedState = state } else { actions[actions.count - 1].state = state }
  }
}

/// A living effect, as a test store reports it.
package struct EffectInFlight: Sendable {
  package let key: Int
  package let group: Int
  /// The action that has started it; nil if it was derived from the state.
  package let action: String?
  package let location: CodeLocation?
  /// Whether it only holds something for the root, which no action asked for.
  package let isHoldOfRoot: Bool
}

/// The access of a test store to a store.
extension StoreCore {
  package var isDismissed: Bool { recorder?.isDismissed ?? false }

  /// Replaces the dependencies, except those that belong to the store itself.
  package func replaceDependencies(by dependencies: DependencyValues) {
    var dependencies = dependencies
    dependencies.stackIDs = self.dependencies.stackIDs
    dependencies.executor = executor
    dependencies.presence = self.dependencies.presence
    self.dependencies = dependencies
  }

  /// Starts recording, and mounts the tree, whose effects are reported at this location. Returns
  /// the state and the dependencies at the start.
  package func beginRecording(
    from location: CodeLocation,
    noting note: @escaping @Sendable () -> Void
  ) -> (state: State, dependencies: DependencyValues) {
    let recorder = ActionRecorder<State, Action>(noting: note)
    recorder.location = location
    self.recorder = recorder
    mount()
    return (recorder.mountedState.take() ?? stateNow, dependencies)
  }

  /// Sends an action, which is recorded first; its effects are reported at this location.
  ///
  /// Nil if the root feature has dismissed itself.
  package func send(_ action: Action, from location: CodeLocation) -> StoreTask? {
    guard let recorder, !recorder.isDismissed else { return nil }
    recorder.location = location
    return process(action)
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
        let action = action(of: effect.key)
        return EffectInFlight(
          key: effect.key,
          group: effect.group.key,
          action: action,
          location: recorder?.locations[effect.group.key],
          isHoldOfRoot: action == nil && effect.place === effects.root && effect.cancelWork == nil
        )
      }
  }
}
