@testable import Composable
import ComposableTesting

/// Lets effects live outside any feature, and keeps the actions that they send.
///
/// Like a test store it is synchronous: when a call returns, everything has run that could run.
/// Time is the probe's own `clock`.
final class EffectProbe<Action: Sendable> {
  /// The executor that the effects run on.
  let executor: SteppedExecutor
  /// The clock that the effects find in their dependencies.
  let clock: TestClock

  let core: StoreCore<[Action], ProbeAction<Action>>
  private var store: Store<[Action], ProbeAction<Action>>?

  /// Begins an effect that is made with the probe's dependencies in force.
  init(_ effect: @autoclosure () -> Effect<Action> = .none, executor: SteppedExecutor = SteppedExecutor()) {
    self.executor = executor
    clock = TestClock(executor: executor)
    core = StoreCore.make(executor: executor, dependencies: testDependencies(clock: clock)) {
      []
    } reducer: {
      Reduce { sent, action in
        switch action {
        case .begin(let effect): return effect.map(ProbeAction.sent)
        case .sent(let action):
          sent.append(action)
          return .none
        }
      }
    }
    store = Store(core: core)
    begin(effect())
  }

  deinit {
    executor.perform { store = nil }
    executor.drain()
  }

  /// Begins one more effect, at the same place.
  @discardableResult
  func begin(_ effect: @autoclosure () -> Effect<Action>) -> StoreTask {
    let effect = DependencyValues.$current.withValue(onCore { core in core.dependencies }, operation: effect)
    let task = onCore { core in core.process(.begin(effect)) }
    executor.drain()
    return task
  }

  func onCore<Result: Sendable>(
    _ body: (isolated StoreCore<[Action], ProbeAction<Action>>) -> Result
  ) -> Result {
    executor.perform { core.assumeIsolated(body) }
  }

  /// Ends what a call of `begin` has started.
  func cancel(_ task: StoreTask) {
    executor.perform { task.cancelNow() }
    executor.drain()
  }

  /// The actions that the effects have sent so far.
  var actions: [Action] {
    executor.drain()
    return onCore { core in core.stateNow }
  }

  /// Whether an effect lives.
  var isLive: Bool {
    executor.drain()
    return onCore { core in !core.effectsInFlight.isEmpty }
  }
}

/// An action of a probe.
enum ProbeAction<Action: Sendable>: Sendable {
  case begin(Effect<Action>)
  case sent(Action)
}
