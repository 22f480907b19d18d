import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore
import Hardware
import Service
import Synchronization

/// The lines at level `info` that tell later who held, set or changed a light: user, process, the
/// hold's name, lights and levels.
///
/// Names of processes and holds are for those who may read the system's journal. A client's reason
/// is not for them, and is logged at level `debug` only. Each user's lines have limits of their
/// own, so that no user hides another's; a line that is left out costs about a dictionary lookup,
/// however many sessions end at once.
final class ActivityLog: Sendable {
  private let log: Log
  private let notes = Mutex(Notes())

  private struct Notes {
    var turn = Turn()
    /// What is needed to log the end of a scene in force, because the core has forgotten the scene
    /// by then.
    var holds: [SceneKey: Hold] = [:]
    var isStopping = false
  }

  private struct Turn {
    var began: [SceneKey] = []
    var ended: [SceneKey] = []
    var calls: [(call: ClientCall, session: SessionID, by: Peer)] = []
    var events: [(light: LightID, event: LightEvent, from: Setting?)] = []
    var nextCallArrived: Set<SessionID> = []
    var isRestart = false
  }

  struct Hold {
    let peer: Peer
    /// The name of the process; known if the start of the hold was logged.
    var process: String?
    let name: String?
  }

  init(_ log: Log) { self.log = log }

  private var isOn: Bool { log.level <= .info }

  /// The same client, which also notes the scenes that it puts into force.
  func logging(_ client: BrightnessClient) -> BrightnessClient {
    var logging = client
    logging.hold = { [self] scene in
      client.hold(scene)
      if isOn { notes.withLock { $0.turn.began.append(scene) } }
    }
    logging.release = { [self] scene in
      client.release(scene)
      notes.withLock { if $0.holds[scene] != nil { $0.turn.ended.append(scene) } }
    }
    return logging
  }

  /// Notes what may be logged about an action before the core handles it; `state` is the state
  /// before.
  func collect(_ action: Core.Action, _ state: @autoclosure () -> Core.State) {
    guard isOn else { return }
    switch action {
    case .called(let session, let call, _) where call.isForTheLog:
      guard let peer = state().sessions[id: session]?.peer else { return }
      notes.withLock { $0.turn.calls.append((call, session, peer)) }
    case .light(let id, .connected(let device, _, _)): logConnection(of: id, "is connected, \(device.text)")
    case .light(let id, .disconnected): logConnection(of: id, "was disconnected")
    case .light(let id, let event) where event.mayBeOfUser:
      let view = state().lights[id]?.view
      // A silent change happened before the hold wrote the light, so it replaces the base level.
      let from = if case .found = event { view?.base.setting } else { view?.target }
      notes.withLock { $0.turn.events.append((id, event, from)) }
    case .nextCallArrived(let session): notes.withLock { _ = $0.turn.nextCallArrived.insert(session) }
    case .restored: notes.withLock { $0.turn.isRestart = true }
    default: break
    }
  }

  private func logConnection(of id: LightID, _ clause: String) {
    log(.info, "\(id) \(clause)", kind: "connections of \(id.visible)")
  }

  func markStopping() { notes.withLock { $0.isStopping = true } }

  /// Logs what the turn has changed.
  func logTurn(_ state: Core.State) {
    let turn = notes.withLock { notes in
      defer { notes.turn = Turn() }
      return notes.turn
    }
    for call in turn.calls {
      logSet(call.call, of: call.session, by: call.by, state)
      logAutomatic(call.call, of: call.session, by: call.by, state)
    }
    for change in turn.events { logChange(of: change.light, change.event, from: change.from, state) }
    for scene in turn.ended where state.scenesInForce[scene] == nil { logEnd(of: scene, turn, state) }
    for scene in turn.began { logBegin(of: scene, turn, state) }
  }
}

extension ActivityLog {
  private func logBegin(of key: SceneKey, _ turn: Turn, _ state: Core.State) {
    guard let request = state.scene(key)?.request, let peer = state.sessions[id: key.session]?.peer else { return }
    let hold = Hold(peer: peer, process: nil, name: request.name)
    let isNew = notes.withLock { notes in
      if notes.holds[key] != nil { return false }
      notes.holds[key] = hold
      return true
    }
    guard isNew else { return }
    let verb = turn.isRestart ? "goes on" : "begins"
    // The text of a dropped line is never made, so no process is looked up for it.
    log(
      .info,
      "\(lookUpProcess(of: hold, key).text(verb, key.session)): \(request.claims.text)",
      kind: "holds of user \(peer.uid)"
    )
  }

  /// Finds the name of the process of a hold, and keeps it for the line about its end: the process
  /// is gone by then.
  private func lookUpProcess(of hold: Hold, _ key: SceneKey) -> Hold {
    var hold = hold
    hold.process = Self.name(ofProcess: hold.peer.pid)
    notes.withLock { $0.holds[key] = hold }
    return hold
  }

  private func logEnd(of key: SceneKey, _ turn: Turn, _ state: Core.State) {
    guard let hold = notes.withLock({ $0.holds.removeValue(forKey: key) }) else { return }
    let kind = "ends of holds of user \(hold.peer.uid)"
    log(.info, "\(hold.text("ends", key.session)): \(reason(of: key, hold, turn, state))", kind: kind)
  }

  /// Why a hold ended: the core says which ones ended by themselves, and the calls of the turn tell
  /// who removed the others.
  private func reason(of key: SceneKey, _ hold: Hold, _ turn: Turn, _ state: Core.State) -> String {
    let ends = state.result.value.endedScenes
    switch ends[key] {
    case .expired: return "its time was over"
    case .unrecorded: return "the base level of a light could not be recorded"
    case .cancelled where turn.nextCallArrived.contains(key.session):
      return "its program made another call on the connection"
    case .cancelled: return "the user changed the light"
    case nil where state.sessions[id: key.session] == nil: return reason(ofSession: key.session, hold.peer.uid, turn)
    case nil where ends.keys.contains { $0.session == key.session }:
      return "the hold below it on its connection ended"
    case nil: return "its program let go"
    }
  }

  private func reason(ofSession id: SessionID, _ user: UInt32, _ turn: Turn) -> String {
    for (call, _, peer) in turn.calls {
      switch call {
      case .cancel(id): return "cancelled by \(party(peer))"
      case .reset(let all) where all == nil || all == user: return "reset by \(party(peer))"
      default: continue
      }
    }
    return notes.withLock(\.isStopping) ? "the daemon stops" : "its connection ended"
  }

  private func logSet(_ call: ClientCall, of session: SessionID, by peer: Peer, _ state: Core.State) {
    guard let (lights, level) = call.change, !state.hasRefused(session) else { return }
    func text(_ id: LightID) -> String? {
      if state.lights[id]?.isUnread == true { return "\(id) to \(level.text), once it is read" }
      return state.view(of: id).map { "\(id) to \($0.base.setting.share)\(state.obstacle(to: $0))" }
    }
    func levels() -> String { lights.compactMap(text).joined(separator: ", ") }
    log(.info, "base level set by \(party(peer)): \(levels())", kind: "levels set by user \(peer.uid)")
  }

  private func logAutomatic(_ call: ClientCall, of session: SessionID, by peer: Peer, _ state: Core.State) {
    guard case .automatic(let change, let lights) = call, !lights.isEmpty, !state.hasRefused(session) else { return }
    let names = lights.map(\.description).joined(separator: ", ")
    log(
      .info,
      "automatic brightness \(change.clause) by \(party(peer)): \(names)",
      kind: "levels set by user \(peer.uid)"
    )
  }

  private func logChange(of id: LightID, _ event: LightEvent, from before: Setting?, _ state: Core.State) {
    guard let view = state.lights[id]?.view, view.cause == .external, view.base.setting.raw != before?.raw else {
      return
    }
    let start = before.map { " from \($0.share)" } ?? ""
    let source = if case .moved(_, let source, _) = event { source.text } else { "the user, without an event" }
    log(
      .info,
      "level changed by \(source): \(id)\(start) to \(view.base.setting.share)",
      kind: "changes of \(id.visible)"
    )
  }

  private func party(_ peer: Peer) -> String { peer.text(process: Self.name(ofProcess: peer.pid)) }

  /// The name of a process as the kernel has it; nil if the process has ended or the sandbox hides
  /// it.
  static func name(ofProcess number: Int32) -> String? {
    let bytes = (try? Descriptor.contents(of: "/proc/\(number)/comm", upTo: 64, 0)) ?? []
    return bytes.count > 1 ? String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
  }
}

extension ActivityLog.Hold {
  fileprivate func text(_ verb: String, _ session: SessionID) -> String {
    let title = name.map { "hold \($0.quotedInShort)" } ?? "hold"
    return "\(title) \(verb), session \(session.number) of \(peer.text(process: process))"
  }
}

extension Peer {
  fileprivate func text(process name: String?) -> String {
    "user \(uid), process \(pid)\(name.map { " \($0.quotedInShort)" } ?? "")"
  }
}

extension ClientCall {
  /// The lights that it sets, and their level.
  fileprivate var change: (lights: [LightID], level: Level)? {
    switch self {
    case .set(let lights, let level, _, _), .setForNow(let lights, let level, _, _): (lights, level)
    default: nil
    }
  }

  /// Whether the call sets levels or ends sessions.
  fileprivate var isForTheLog: Bool {
    switch self {
    case .set, .setForNow, .automatic, .cancel, .reset: true
    case .read, .push, .appear, .hold, .watch, .watchKind, .watchSessions, .disappear, .pop: false
    }
  }
}

extension AutomaticChange {
  fileprivate var clause: String {
    switch self {
    case .turnOn: "turned on"
    case .turnOff: "turned off"
    case .forget: "made to forget its lessons"
    }
  }
}

extension LightEvent {
  /// Whether the user may have caused it.
  fileprivate var mayBeOfUser: Bool {
    switch self {
    case .moved, .found: true
    default: false
    }
  }
}

extension Core.State {
  /// Why a light does not show its base level, as the end of a line.
  fileprivate func obstacle(to light: LightView) -> String {
    if !parts(of: light.id).contains(where: { lights[$0]?.device != nil }) { return ", not connected" }
    return light.state == .held ? ", held at \(light.target.share)" : ""
  }

  /// Whether the turn has refused the call of a session.
  fileprivate func hasRefused(_ session: SessionID) -> Bool {
    result.value.messages.contains { message in
      guard message.session == session, case .failed(let failure) = message.reply else { return false }
      return switch failure {
      case .level, .noSensor, .notAutomatic: true
      default: false
      }
    }
  }
}
