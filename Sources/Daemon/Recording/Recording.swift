import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import ComposableCore
import Glibc
import Service
import Synchronization

/// Writes a recording: a line of JSON for each action, written before the action takes effect.
public final class Recorder: Sendable {
  private let path: String
  private let file: Mutex<Descriptor>

  /// Begins a recording in a new file. It contains names and reasons of scenes, so only its owner
  /// may read it. An existing file is refused, since it may be a link, or open in another process.
  public init(_ path: String) throws(DaemonError) {
    self.path = path
    file = Mutex(
      try converting(DaemonError.refused) { () throws(SystemError) in
        try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      }
    )
  }

  func writeHeader(_ settings: Core.Settings) throws {
    try write(RecordingHeader(version: Version.current, settings: settings))
  }

  func record(_ action: Core.Action) throws {
    switch action {
    // Recorded as `expired`, because this names the scene by a number of this process.
    case .session(.element(_, .scenes(.element(_, .expired(let key))))): try write(Core.Action.expired(key))
    // The core sends these itself.
    case .session, .acquired, .released: break
    default: try write(action)
    }
  }

  private func write(_ value: some Encodable) throws {
    let line = try JSONCoding.line(value) + [UInt8(ascii: "\n")]
    try file.withLock { file in
      // A nearly full disk may accept only a part.
      var rest = line[...]
      while !rest.isEmpty {
        let count = try systemCall("write", path) {
          rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(Int(count))
      }
    }
  }
}

/// Observes the actions that enter the core, for a recording and for the log at level debug. If
/// neither is wanted, it only costs a check of the log's level.
final class ActionTrace: Sendable {
  private struct Turn {
    var actions: [Core.Action] = []
    /// The state before these actions, kept from the end of the previous turn.
    var before: Core.State?
  }

  private let recorder: Recorder?
  private let log: Log
  private let turn = Mutex(Turn())

  init(_ recorder: Recorder?, _ log: Log, _ settings: Core.Settings) {
    self.recorder = recorder
    self.log = log
    trying { try recorder?.writeHeader(settings) }
  }

  private var isLogged: Bool { log.level == .debug }

  func trace(_ action: Core.Action) {
    trying { try recorder?.record(action) }
    if isLogged { turn.withLock { $0.actions.append(action) } }
  }

  /// Logs the actions of a turn, a line each, and what they changed. None is left out, because
  /// someone who sets this level may look for a particular one.
  func logTurn(_ state: Core.State) {
    // Forget the state, so that a later difference is not computed from an old one.
    guard isLogged else { return turn.withLock { $0 = Turn() } }
    let turn = turn.withLock { turn in
      defer { turn = Turn(before: state) }
      return turn
    }
    for action in turn.actions { log(.debug, action.text) }
    for line in state.differences(from: turn.before) { log(.debug, line) }
  }

  /// Logs the error and continues: a replay stops at the truncated line.
  private func trying(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      log(.warning, "cannot record: \(error)", kind: "recording")
    }
  }
}
