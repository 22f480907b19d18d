import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore
import Service

/// The running core: the store, and observers of its actions and turns, for recordings and the log.
///
/// The parts of the daemon share it. Each sends actions for its own area and reads the state, which
/// only `Core` changes.
final class RunningCore: Sendable {
  /// Now, on the clock of sessions and readings.
  let now: @Sendable () -> Moment
  private let store: Store<Core.State, Core.Action>
  private let trace: ActionTrace
  private let activity: ActivityLog
  private let ambient: AmbientLog

  /// Scenes expire by `clock`.
  init(
    _ settings: Core.Settings,
    on loop: EventLoop,
    clock: (any Clock<Duration>)? = nil,
    now: @escaping @Sendable () -> Moment,
    recorder: Recorder?,
    log: Log
  ) {
    self.now = now
    let trace = ActionTrace(recorder, log, settings)
    let activity = ActivityLog(log)
    self.trace = trace
    self.activity = activity
    ambient = AmbientLog(log, now)
    store = Store(initialState: Core.State(settings: settings), executor: loop) {
      Core()
    } withDependencies: { values, input in
      values.brightness = activity.logging(.live(input))
      values.clock = clock ?? LoopClock(loop)
      // A test has its own reporter, which turns issues into failures of the test.
      if values.chosenIssueReporter == nil { values.issueReporter = .logging(to: log) }
    } endOfTurn: {
      $0.endTurn()
    } onInput: {
      trace.trace($0)
    }
  }

  /// The state as the last turn left it. Do not keep it while an action is handled, because the
  /// store would have to copy it.
  var state: Core.State { store.state }

  /// The only way into the core: everything that happens is an action.
  func handle(_ action: Core.Action) {
    activity.collect(action, store.state)
    ambient.collect(action, store.state)
    store.send(action)
  }

  /// Calls `perform` with the output of each turn, until the observation is dropped.
  func observe(_ perform: @escaping @Sendable (Output) -> Void) -> ObserveToken {
    store.observe { [trace, activity, ambient] state in
      trace.logTurn(state)
      activity.logTurn(state)
      ambient.logTurn(state)
      perform(state.result.value)
    }
  }

  /// What automatic brightness has seen and done last.
  var ambientHistory: [AmbientHistory.Entry] { ambient.history.entries }

  /// From now on, sessions end because the daemon stops.
  func markStopping() { activity.markStopping() }
}

extension Moment {
  /// Now, on the clock of sessions.
  static var now: Moment { Moment(LoopClock.Instant.now.sinceBoot) }
}
