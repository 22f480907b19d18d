import Composable
import ComposableTesting
import Model

@testable import Brightness

/// The core beside its model, with hardware and a writer in memory.
final class CoreWorld {
  /// A device and its writer.
  struct Hardware {
    var range: LightRange
    var raw: Int
    /// Whether it may show something that is not the user's.
    var isOurs = false
    var isPresent = false
    var request: LightRequest?
  }

  var desk = CoreWorld.desk()
  var model = CoreModel()
  var hardware: [LightID: Hardware] = [:]
  /// Base levels as the user chose them, in the ranges of that time.
  var bases: [LightID: RecordedBase] = [:]
  /// Restore records, as they are on disk.
  var records: [LightID: RecordedBase] = [:]
  /// Saved sessions, as they are on disk.
  var saved: [SessionID: SavedSession] = [:]
  /// Calls that were sent and not answered.
  var unanswered: Set<SessionID> = []
  var broken: String?
  private var callers = 0

  static let lights = [panel, monitor, keyboard]

  init() {
    for light in Self.lights {
      hardware[light] = Hardware(range: range(100, light.kind), raw: 60)
      plug(light, range(100, light.kind), 0.6)
    }
  }

  static func desk() -> CoreDesk { CoreDesk(settings: Core.Settings(savesSessions: true)) }

  func take(_ picked: CoreStep) {
    let step = model.resolved(picked)
    if isBusy(step) { return }
    model.take(step)
    switch step {
    case .open(let user): follow(desk.send(.opened(SessionID(model.newest), peer(user), at: desk.now)))
    case .end(let session): end([SessionID(session)])
    case .reset: call(newCaller(), .reset(.everyone))
    case .push(let session, let request): call(SessionID(session), .push(request))
    case .appear(let owner): call(owner.session, .appear(owner.scene))
    case .disappear(let owner): call(owner.session, .disappear(owner.scene))
    case .pop(let owner): call(owner.session, .pop(from: owner.scene))
    case .wait(let seconds): follow(desk.wait(.seconds(seconds)))
    case .seat(let active, let users): follow(desk.seat(active, among: users))
    case .move(let light, let place): move(light, place)
    case .set(let light, let level, let allowOff): set(light, level, allowOff)
    case .unplug(let light): unplug(light)
    case .plug(let light, let range, let place): plug(light, range, place)
    case .write(let light, let succeeds, let takesEffect): write(light, succeeds, takesEffect)
    case .crash(let restoresSessions): crash(restoresSessions)
    }
    check()
  }

  /// Ends all sessions, plugs all lights, and lets all writes succeed.
  func bringToRest() {
    end(model.sessions.keys.sorted().map { SessionID($0) })
    for session in model.sessions.keys { model.take(.end(session)) }
    for light in Self.lights where hardware[light]?.isPresent == false {
      if let range = hardware[light]?.range { plug(light, range, nil) }
    }
    for _ in 0..<4 {
      for light in Self.lights { write(light, true, true) }
    }
    check()
    checkRest()
  }
}

/// The hardware, and the writers.
extension CoreWorld {
  /// A connection that has made no call yet.
  private func newCaller() -> SessionID {
    callers += 1
    return SessionID(-callers)
  }

  /// Whether the step is a call on a connection whose last call was not answered yet.
  private func isBusy(_ step: CoreStep) -> Bool {
    switch step {
    case .push(let session, _): unanswered.contains(SessionID(session))
    case .appear(let owner), .disappear(let owner), .pop(let owner): unanswered.contains(owner.session)
    default: false
    }
  }

  private func call(_ session: SessionID, _ call: Call) {
    unanswered.insert(session)
    follow(desk.send(.called(session, call, at: desk.now)))
  }

  private func end(_ sessions: [SessionID]) {
    unanswered.subtract(sessions)
    follow(desk.send(.ended(sessions.map { EndedSession(id: $0, end: .closed) })))
  }

  private func move(_ light: LightID, _ place: Double) {
    guard let range = hardware[light]?.range, hardware[light]?.isPresent == true else { return }
    let raw = Int(place * Double(range.maximum))
    hardware[light]?.raw = raw
    hardware[light]?.isOurs = false
    let old = bases[light]?.base
    let outcome = desk.move(light, to: raw)
    model.userChanged(light)
    let known = outcome.after.view(of: light)?.base.setting
    let setting = known?.raw == raw ? known : nil
    let keepsOff = old?.allowsOff == true && old?.setting.raw == raw
    bases[light] = RecordedBase(Base(setting ?? range.setting(raw: raw), allowsOff: keepsOff), in: range)
    follow(outcome)
  }

  private func set(_ light: LightID, _ level: Level, _ allowOff: Bool) {
    let before = desk.state
    let caller = newCaller()
    unanswered.insert(caller)
    let outcome = desk.send(.called(caller, .set([light], level, allowOff: allowOff, fade: nil), at: desk.now))
    for case .failed(.level) in outcome.replies(caller) {
      if !outcome.requests.isEmpty || desk.state.lights != before.lights { broken = "a refused level changed a light" }
      return follow(outcome)
    }
    if let chosen = desk[light] {
      bases[light] = RecordedBase(chosen.base, in: chosen.range)
      model.userChanged(light)
    }
    follow(outcome, isSet: true)
  }

  private func unplug(_ light: LightID) {
    hardware[light]?.isPresent = false
    hardware[light]?.request = nil
    follow(desk.disconnect(light))
  }

  func plug(_ light: LightID, _ range: LightRange, _ place: Double?) {
    guard var device = hardware[light], device.request == nil, !device.isPresent else { return }
    if let place { (device.range, device.raw) = (range, Int(place * Double(range.maximum))) }
    device.isPresent = true
    hardware[light] = device
    let mayNotLearn = device.isOurs || records[light] != nil
    let expected = (bases[light] ?? records[light])?.base(in: device.range)
    let record = records[light]
    follow(desk.connect(light, light.kind, range: device.range, raw: device.raw, record: record))
    if let base = desk[light]?.base, base.setting.raw != expected?.setting.raw {
      if mayNotLearn { broken = "\(light) learned \(base) in place of \(expected as Any)" }
      if base.setting.raw != device.raw { broken = "\(light) made up \(base)" }
    }
    bases[light] = desk[light].map { RecordedBase($0.base, in: $0.range) }
  }

  /// Lets a writer carry out its newest request: it sees the light, records, writes, and clears the record after a return.
  private func write(_ light: LightID, _ succeeds: Bool, _ takesEffect: Bool) {
    guard let device = hardware[light], let request = device.request else { return }
    if let expected = request.expected, expected != device.raw { return follow(desk.found(device.raw, on: light)) }
    if request.record == nil, !request.isReturn { broken = "\(light) was held without a record" }
    records[light] = request.record
    hardware[light]?.request?.expected = nil
    if let goal = request.goal, succeeds || takesEffect {
      hardware[light]?.raw = goal
      hardware[light]?.isOurs = request.record != nil
    }
    guard succeeds || request.goal == nil else { return follow(desk.refused(light)) }
    if request.isReturn { records[light] = nil }
    hardware[light]?.request = nil
    follow(request.goal.map { desk.wrote($0, on: light) } ?? desk.recorded(light))
  }

  private func crash(_ restoresSessions: Bool) {
    let now = desk.clock.now
    desk.stop()
    desk = Self.desk()
    desk.clock.advance(to: now)
    unanswered = []
    follow(desk.send(.seatRead(model.seat, isEvent: false)))
    let sessions = restoresSessions ? Array(saved.values) : []
    saved = [:]
    follow(desk.send(.restored(sessions, at: desk.now)))
    for light in Self.lights {
      hardware[light]?.request = nil
      // A base that was not on record is the user's level, which the light shows.
      bases[light] = records[light]
      guard hardware[light]?.isPresent == true, let range = hardware[light]?.range else { continue }
      hardware[light]?.isPresent = false
      plug(light, range, nil)
    }
    follow(desk.send(.served))
  }
}

/// Checks.
extension CoreWorld {
  /// Carries out the outputs of a step: records first, then requests.
  func follow(_ outcome: Outcome, isSet: Bool = false) {
    for output in outcome.outputs {
      for save in output.saves + output.savesAfter {
        switch save {
        case .keep(let session): saved[session.session.id] = session
        case .remove(let id): saved[id] = nil
        }
      }
      for (light, request) in output.requests {
        let isRestoring = isSet || outcome.before.view(of: light)?.state == .restoring
        begin(request, on: light, isRestoring: isRestoring)
      }
      for message in output.messages where message.isLast {
        if unanswered.remove(message.session) == nil { broken = "\(message) answers no call" }
      }
    }
  }

  private func begin(_ request: LightRequest, on light: LightID, isRestoring: Bool) {
    guard let device = hardware[light] else { return }
    let isOurs = isRestoring || device.isOurs || device.request?.goal != nil || records[light] != nil
    if request.goal != nil, request.isReturn, !isOurs { broken = "\(light) was written unrequested" }
    if !device.isPresent { broken = "\(light) was written while disconnected" }
    hardware[light]?.request = request
    // A writer that has seen its light puts the record right at once.
    if request.expected == nil { records[light] = request.isReturn && request.goal == nil ? nil : request.record }
  }

  func check() {
    checkScenes()
    for light in Self.lights { check(light) }
    if desk.state.isSettled, !unanswered.isEmpty { broken = "\(unanswered) wait for nothing" }
    if desk.state.openCallCount != unanswered.count { broken = "\(desk.state.openCallCount) open calls" }
  }

  private func checkScenes() {
    let state = desk.state
    let scenes = state.sessions.flatMap { Array($0.scenes) }
    let expected = model.scenes
    if scenes.map(\.owner) != expected.map(\.owner) { broken = "scenes: \(scenes.map(\.owner))" }
    let appeared = Set(scenes.filter { $0.appearance != nil }.map(\.owner))
    if Set(state.claims.keys) != appeared { broken = "claims: \(state.claims.keys), not \(appeared)" }
    if appeared != model.appeared { broken = "appeared: \(appeared), not \(model.appeared)" }
    for (scene, expected) in zip(scenes, expected) where scene.appearance?.yielded ?? [] != expected.scene.yielded {
      broken = "\(scene.owner) yielded on \(scene.appearance?.yielded ?? []), not on \(expected.scene.yielded)"
    }
    let sessions = state.sessions.filter { $0.pushed > 0 }
    if saved.keys.sorted(by: { $0.number < $1.number }).map({ saved[$0]?.session }) != sessions.map(\.self) {
      broken = "other sessions are saved"
    }
  }

  private func check(_ light: LightID) {
    guard let view = desk[light] else { return }
    let claims = model.claims(on: light)
    if desk.state.lights[light]?.claims != claims { broken = "\(light): other claims count than \(claims)" }
    let expected = target(base: view.base, claims: claims, range: view.range)
    if view.decider != expected.decider { broken = "\(light): \(view) decided by \(expected.decider as Any)" }
    if view.decider != nil, view.target != expected.target { broken = "\(light): \(view) for \(expected)" }
    if hardware[light]?.request?.expected == nil, view.base.setting.raw != bases[light]?.base.setting.raw {
      broken = "\(light): base \(view.base), not \(bases[light] as Any)"
    }
    if view.state == .free, hardware[light]?.request?.goal == nil { hardware[light]?.isOurs = false }
  }

  private func checkRest() {
    if !desk.state.isSettled || desk.state.openCallCount != 0 { broken = "not at rest" }
    for (light, hardware) in hardware {
      let base = desk[light]?.base
      let expected = [base?.target(in: hardware.range).raw, base?.setting.raw]
      if !expected.contains(hardware.raw) { broken = "\(light) rests at \(hardware.raw), not at \(expected)" }
      if desk[light]?.state != .free { broken = "\(light) rests as \(desk[light] as Any)" }
      if records[light] != nil { broken = "\(light) rests with a record" }
    }
  }
}
