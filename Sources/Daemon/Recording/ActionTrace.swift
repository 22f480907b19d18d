import Brightness
import Composable
import Model
import Synchronization

/// Follows the actions that enter the core, for a recording and for the log at level debug.
///
/// It costs nothing but a look at the log's level where neither is wanted.
final class ActionTrace: Sendable {
  private struct Turn {
    var actions: [Core.Action] = []
    /// The state before these, known from the end of the turn before.
    var before: Core.State?
  }

  private let recorder: Recorder?
  private let log: Log
  private let turn = Mutex(Turn())

  init(_ recorder: Recorder?, _ log: Log, _ settings: Core.Settings) {
    (self.recorder, self.log) = (recorder, log)
    trying { try recorder?.begin(settings) }
  }

  private var isLogged: Bool { log.level == .debug }

  /// Takes an action before it is reduced.
  func note(_ action: Core.Action) {
    if let recorder { trying { try recorder.record(action) } }
    if isLogged { turn.withLock { $0.actions.append(action) } }
  }

  /// Logs the actions of a turn with the difference that they made.
  func endTurn(_ state: Core.State) {
    guard isLogged else { return }
    let turn = turn.withLock { turn in
      defer { turn = Turn(before: state) }
      return turn
    }
    for action in turn.actions.dropLast() { log(.debug, describe(action), kind: "actions") }
    guard let action = turn.actions.last else { return }
    log(.debug, Replay.description(of: action, turn.before ?? state, state), kind: "actions")
  }

  private func trying(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      log(.warning, "cannot record: \(error)", kind: "recording")
    }
  }
}
