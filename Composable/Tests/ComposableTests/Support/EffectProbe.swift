import ComposableTesting

@testable import ComposableCore

/// Lets effects live outside any feature, and keeps the actions that they send.
///
/// Like a test store it is synchronous: when a call returns, everything has run that could run.
/// Time is the probe's own `clock`.
final class EffectProbe<Action: Sendable> {
  let store: SteppedStore<[Action], ProbeAction<Action>>
  /// The clock that the effects find in their dependencies.
  let clock: TestClock

  /// Begins an effect that is made with the probe's dependencies in force.
  init(_ effect: @autoclosure () -> Effect<Action> = .none) {
    let executor = SteppedExecutor()
    let clock = TestClock(executor: executor)
    self.clock = clock
    store = SteppedStore([], executor: executor) {
      Reduce { sent, action in
        switch action {
        case .begin(let effect): return effect.map(ProbeAction.sent)
        case .sent(let action):
          sent.append(action)
          return .none
        }
      }
    } withDependencies: {
      $0.clock = clock
    }
    begin(effect())
  }

  var executor: SteppedExecutor { store.executor }

  var core: StoreCore<[Action], ProbeAction<Action>> { store.core }

  var dependencies: DependencyValues { store.dependencies }

  var traces: Traces { store.traces }

  /// Begins one more effect, at the same place.
  @discardableResult
  func begin(_ effect: @autoclosure () -> Effect<Action>) -> StoreTask { store.send(.begin(effect())) }

  /// Ends what a call of `begin` has started.
  func cancel(_ task: StoreTask) { store.cancel(task) }

  /// The actions that the effects have sent so far.
  var actions: [Action] {
    executor.drain()
    return store.state
  }

  /// Whether an effect lives.
  var isLive: Bool { store.effectCount > 0 }
}

/// An action of a probe.
enum ProbeAction<Action: Sendable>: Sendable {
  case begin(Effect<Action>)
  case sent(Action)
}
