import Brightness
import Composable
import ControlAPI
import EventLoop
import Glibc
import Model
import Synchronization
import Varlink

/// One line of a recording: an action that entered the core from outside. It has a form of its own, so that a recording
/// can still be read when the core's actions change.
enum RecordedAction: Codable, Equatable {
  case configured(Core.Settings)
  case seatRead(Seat, isEvent: Bool)
  case resumed
  case opened(SessionID, Peer, at: Moment)
  case restored([SavedSession], at: Moment)
  case served
  case ended([SessionID])
  case called(SessionID, Brightness.Call, at: Moment)
  case light(LightID, LightEvent)
  case expired(ClaimOwner)

  /// Nil for an action that the core sends itself.
  init?(_ action: Core.Action) {
    switch action {
    case .configured(let settings): self = .configured(settings)
    case .seatRead(let seat, let isEvent): self = .seatRead(seat, isEvent: isEvent)
    case .resumed: self = .resumed
    case .opened(let id, let peer, let now): self = .opened(id, peer, at: now)
    case .restored(let sessions, let now): self = .restored(sessions, at: now)
    case .served: self = .served
    case .ended(let sessions): self = .ended(sessions)
    case .called(let id, let call, let now): self = .called(id, call, at: now)
    case .light(let id, let event): self = .light(id, event)
    case .session(.element(_, .scenes(.element(_, .expired(let owner))))): self = .expired(owner)
    case .session, .acquired, .released: return nil
    }
  }

  /// The action to send again; nil for the expiry of a scene that is not there.
  func action(in state: Core.State) -> Core.Action? {
    switch self {
    case .configured(let settings): .configured(settings)
    case .seatRead(let seat, let isEvent): .seatRead(seat, isEvent: isEvent)
    case .resumed: .resumed
    case .opened(let id, let peer, let now): .opened(id, peer, at: now)
    case .restored(let sessions, let now): .restored(sessions, at: now)
    case .served: .served
    case .ended(let sessions): .ended(sessions)
    case .called(let id, let call, let now): .called(id, call, at: now)
    case .light(let id, let event): .light(id, event)
    case .expired(let owner): state.sceneAction(.expired(owner), of: owner)
    }
  }
}

struct RecordingHeader: Codable, Equatable {
  static let format = 1

  /// The version of the format; another one is refused.
  var recording = Self.format
  /// The version of the daemon, for a reader of a bug report.
  var version: String
  var settings: Core.Settings
}

/// Writes a recording: JSON, a line an action, each written before the action takes effect.
public final class Recorder: Sendable {
  private let path: String
  private let file: Mutex<Descriptor>

  /// Begins a recording in a new file. It holds names and reasons of scenes, so that only its owner may read it.
  public init(_ path: String) throws(DaemonError) {
    self.path = path
    file = Mutex(
      try converting(DaemonError.refused) { () throws(SystemError) in
        try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      }
    )
  }

  func begin(_ settings: Core.Settings) throws {
    try write(RecordingHeader(version: Version.current, settings: settings))
  }

  func record(_ action: Core.Action) throws {
    if let action = RecordedAction(action) { try write(action) }
  }

  private func write(_ value: some Encodable) throws {
    let line = try JSONCoding.line(value) + [UInt8(ascii: "\n")]
    try file.withLock { file in
      _ = try systemCall("write", path) { line.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) } }
    }
  }
}

/// Follows the actions that enter the core, for a recording and for the log at level debug. It costs nothing but a look
/// at the log's level where neither is wanted.
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

  func note(_ action: Core.Action) {
    trying { try recorder?.record(action) }
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

/// Carries out a recording without lights and clients: the same actions lead to the same state.
public struct Replay {
  private let path: String
  private let header: RecordingHeader
  private let lines: [Substring]

  public init(_ path: String) throws {
    func refusal(_ reason: String) -> DaemonError { .cannotReplay(path, reason: reason) }
    guard let file = ConfigurationFile(reading: path, limit: .max) else { throw refusal("no such file") }
    let text = try converting({ refusal("\($0)") }) { () throws(ConfigurationFile.Flaw) in try file.content.get() }
    let all = text.split(separator: "\n")
    do {
      header = try JSONCoding.value(from: JSON(parsing: (all.first ?? "").utf8))
    } catch {
      throw refusal("line 1 is no header of a recording: \(error)")
    }
    let (found, expected) = (header.recording, RecordingHeader.format)
    if found != expected { throw refusal("its format is \(found), expected \(expected)") }
    (self.path, lines) = (path, Array(all.dropFirst()))
  }

  /// Sends each action and prints it with what it changes and what would be written; returns the last state.
  public func run(_ print: (String) -> Void) throws -> Core.State {
    // The loop never runs: timers do not fire, since expiry is an action of the recording.
    let loop = try EventLoop()
    let store = Store(initialState: Core.State(settings: header.settings), executor: loop) {
      Core()
    } withDependencies: { values, input in
      values.brightness = .live(input)
      values.clock = LoopClock(loop)
    } endOfTurn: {
      $0.endTurn()
    }
    print("recorded by brightnessd \(header.version)")
    for (index, line) in lines.enumerated() {
      let recorded: RecordedAction
      do {
        recorded = try JSONCoding.value(from: JSON(parsing: line.utf8))
      } catch {
        throw DaemonError.cannotReplay(path, reason: "line \(index + 2) is no action: \(error)")
      }
      let before = store.state
      guard let action = recorded.action(in: before) else { continue }
      store.send(action)
      print(Self.description(of: action, before, store.state))
    }
    print("after \(lines.count) actions, \(store.state.sessions.count) sessions and these lights:")
    for light in store.state.visibleLights {
      print(
        "\(light.id): \(light.target.raw) of \(light.range.maximum), base \(light.base.setting.raw), \(light.state.rawValue)"
      )
    }
    return store.state
  }

  /// An action, the difference that it made, and what it lets the daemon write.
  static func description(of action: Core.Action, _ before: Core.State, _ after: Core.State) -> String {
    let changes = diff(before, after).map { "\n\($0)" } ?? ""
    let requests = after.result.value.requests.map { light, request in
      "\nwrites \(light): \(request.goal.map { "\($0)" } ?? "its record only")"
    }
    return "\(describe(action))\(changes)\(requests.joined())"
  }
}
