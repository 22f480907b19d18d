import BrightnessModel
import ComposableCore
import ComposableTesting

@testable import Brightness

/// The core beside its model, with hardware and a writer in memory.
final class CoreWorld {
  /// A device and its writer.
  struct Hardware {
    var range: LightRange
    var raw: Int
    /// Whether it may show a level that the user did not set.
    var isOurs = false
    /// Whether the user has chosen the base level by a call, and the light has not been brought to
    /// it.
    var isChosen = false
    var isPresent = false
    var request: TargetRequest?
  }

  var harness = CoreWorld.harness()
  var model = CoreModel()
  var hardware: [LightID: Hardware] = [:]
  /// Base levels as the user set them, in the ranges of that time.
  var bases: [LightID: RecordedBase] = [:]
  /// Restore records on disk.
  var records: [LightID: RecordedBase] = [:]
  /// Saved sessions on disk.
  var saved: [SessionID: SavedSession] = [:]
  /// Sessions with a call that was not answered.
  var unanswered: Set<SessionID> = []
  /// The scenes of the unanswered calls that are holds.
  private var holds: [SessionID: SceneKey] = [:]
  /// Whether no record can be written, only removed.
  private var isDiskFull = false
  var violation: String?
  private var callers = 0

  /// Of one keyboard.
  static let leds = [LightID(.leds, "rgb:kbd_backlight"), LightID(.leds, "rgb:kbd_backlight_1")]
  static let lights = [panel, monitor, keyboard] + leds

  init() {
    for light in Self.lights {
      hardware[light] = Hardware(range: range(100, light.kind), raw: 60)
      plug(light, range(100, light.kind), 0.6)
    }
  }

  /// A light as it is, and not the one that clients see in its place.
  func view(_ light: LightID) -> LightView? { harness.state.lights[light]?.view }

  static func harness() -> CoreHarness { CoreHarness(settings: Core.Settings(savesSessions: true)) }

  func take(_ picked: CoreStep) {
    let step = model.resolved(picked)
    if isBusy(step) { return }
    model.take(step)
    switch step {
    case .open(let user): follow(harness.send(.opened(SessionID(model.newest), peer(user), at: harness.now)))
    case .end(let session): end([SessionID(session)])
    case .cancel(let session): call(newCaller(), .cancel(SessionID(session)))
    case .reset: call(newCaller(), .reset(user: nil))
    case .push(let session, let request): call(SessionID(session), .push(request))
    case .hold(let session, let request): hold(SessionID(session), request)
    case .nextCall(let session): sendNextCall(of: SessionID(session))
    case .appear(let key): call(key.session, .appear(key.scene))
    case .disappear(let key): call(key.session, .disappear(key.scene))
    case .pop(let key): call(key.session, .pop(from: key.scene))
    case .wait(let seconds): follow(harness.wait(.seconds(seconds)))
    case .seat(let active, let users): follow(harness.seat(active, among: users))
    case .move(let light, let place): move(light, place)
    case .set(let light, let level, let allowOff): set(light, level, allowOff)
    case .unplug(let light): unplug(light)
    case .plug(let light, let range, let place): plug(light, range, place)
    case .write(let light, let succeeds, let takesEffect): write(light, succeeds, takesEffect)
    case .refuse(let light): refuse(light)
    case .disk(let isFull): isDiskFull = isFull
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
    isDiskFull = false
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

  /// Whether the step is a call on a connection with a pending call.
  private func isBusy(_ step: CoreStep) -> Bool {
    switch step {
    case .push(let session, _), .hold(let session, _): unanswered.contains(SessionID(session))
    case .appear(let key), .disappear(let key), .pop(let key): unanswered.contains(key.session)
    default: false
    }
  }

  private func call(_ session: SessionID, _ call: ClientCall) {
    unanswered.insert(session)
    follow(harness.send(.called(session, call, at: harness.now)))
  }

  private func hold(_ session: SessionID, _ request: SceneRequest) {
    // A hold of an unknown session is answered at once.
    if let pushed = model.sessions[session.number]?.pushed { holds[session] = key(session.number, pushed) }
    call(session, .hold(request))
  }

  /// Sends a call behind the open one, which is not looked at before that ends.
  private func sendNextCall(of session: SessionID) {
    guard unanswered.contains(session) else { return }
    if let key = holds[session] { model.pop(key) }
    follow(harness.send(.nextCallArrived(session)))
  }

  private func end(_ sessions: [SessionID]) {
    unanswered.subtract(sessions)
    for session in sessions { holds[session] = nil }
    follow(harness.send(.ended(Array(sessions))))
  }

  private func move(_ light: LightID, _ place: Double) {
    guard let range = hardware[light]?.range, hardware[light]?.isPresent == true else { return }
    let raw = Int(place * Double(range.maximum))
    hardware[light]?.raw = raw
    hardware[light]?.isOurs = false
    hardware[light]?.isChosen = false
    let old = bases[light]?.base
    let outcome = harness.move(light, to: raw)
    model.userChanged(light)
    let known = outcome.after.lights[light]?.view?.base.setting
    let setting = known?.raw == raw ? known : nil
    let keepsOff = old?.allowsOff == true && old?.setting.raw == raw
    bases[light] = RecordedBase(Base(setting ?? range.setting(raw: raw), allowsOff: keepsOff), in: range)
    follow(outcome)
  }

  private func set(_ light: LightID, _ level: Level, _ allowOff: Bool) {
    let before = harness.state
    let caller = newCaller()
    unanswered.insert(caller)
    let outcome = harness.send(.called(caller, .set([light], level, allowOff: allowOff, fade: nil), at: harness.now))
    for case .failed(.level) in outcome.replies(caller) {
      if !outcome.requests.isEmpty || harness.state.lights != before.lights {
        violation = "a refused level changed a light"
      }
      return follow(outcome)
    }
    for part in before.parts(of: light) {
      guard let chosen = view(part) else { continue }
      bases[part] = RecordedBase(chosen.base, in: chosen.range)
      model.userChanged(part)
      hardware[part]?.isChosen = true
    }
    follow(outcome)
  }

  private func unplug(_ light: LightID) {
    hardware[light]?.isPresent = false
    hardware[light]?.request = nil
    follow(harness.disconnect(light))
  }

  func plug(_ light: LightID, _ range: LightRange, _ place: Double?) {
    guard var device = hardware[light], device.request == nil, !device.isPresent else { return }
    if let place { (device.range, device.raw) = (range, Int(place * Double(range.maximum))) }
    device.isPresent = true
    hardware[light] = device
    let mayNotLearn = device.isOurs || records[light] != nil
    let record = records[light]
    let expected = (bases[light] ?? record)?.base(in: device.range)
    follow(harness.connect(light, light.kind, range: device.range, raw: device.raw, record: record))
    if let base = view(light)?.base, base.setting.raw != expected?.setting.raw {
      if mayNotLearn { violation = "\(light) learned \(base) in place of \(expected as Any)" }
      if base.setting.raw != device.raw { violation = "\(light) made up \(base)" }
    }
    bases[light] = view(light).map { RecordedBase($0.base, in: $0.range) }
  }

  /// Carries out the newest request of a writer: check the light, record, write, and remove the
  /// record after a restore.
  private func write(_ light: LightID, _ succeeds: Bool, _ takesEffect: Bool) {
    guard let device = hardware[light], let request = device.request else { return }
    if let expected = request.expected, expected != device.raw { return follow(harness.found(device.raw, on: light)) }
    if request.record == nil, !request.isReturn { violation = "\(light) was held without a record" }
    guard record(request, on: light) else {
      if let decider = view(light)?.decider { model.pop(decider) }
      return follow(harness.unrecorded(light))
    }
    hardware[light]?.request?.expected = nil
    if let target = request.target, succeeds || takesEffect {
      hardware[light]?.raw = target
      hardware[light]?.isOurs = records[light] != nil
    }
    guard succeeds || request.target == nil else {
      if request.expected != nil { follow(harness.attempted(light)) }
      return follow(harness.refused(light))
    }
    if request.isReturn {
      records[light] = nil
      hardware[light]?.isChosen = false
    }
    hardware[light]?.request = nil
    follow(request.target.map { harness.wrote($0, on: light) } ?? harness.recorded(light))
  }

  /// Records the base level of a request; false if that fails. A light returns to its base level
  /// all the same.
  private func record(_ request: TargetRequest, on light: LightID) -> Bool {
    if isDiskFull, let record = request.record, record != records[light] { return request.isReturn }
    records[light] = request.record
    return true
  }

  private func refuse(_ light: LightID) {
    if hardware[light]?.request?.expected != nil { follow(harness.refused(light)) }
  }

  private func crash(_ restoresSessions: Bool) {
    let now = harness.clock.now
    harness.stop()
    harness = Self.harness()
    harness.clock.advance(to: now)
    unanswered = restoresSessions ? Set(saved.values.filter { $0.hold != nil }.map(\.session.id)) : []
    holds = holds.filter { unanswered.contains($0.key) }
    follow(harness.send(.seatRead(model.seat, isEvent: false)))
    let sessions = restoresSessions ? Array(saved.values) : []
    saved = [:]
    follow(harness.send(.restored(sessions, at: harness.now)))
    for light in Self.lights {
      hardware[light]?.request = nil
      hardware[light]?.isChosen = false
      // A base without a record is the user's level, which the light shows.
      bases[light] = records[light]
      guard hardware[light]?.isPresent == true, let range = hardware[light]?.range else { continue }
      hardware[light]?.isPresent = false
      plug(light, range, nil)
    }
    follow(harness.send(.served))
  }
}

/// Checks.
extension CoreWorld {
  /// Carries out the outputs of a step: records first, then requests.
  func follow(_ outcome: Outcome) {
    for output in outcome.outputs {
      for save in output.saves + output.savesAfter {
        switch save {
        case .keep(let session): saved[session.session.id] = session
        case .remove(let id): saved[id] = nil
        }
      }
      for (light, request) in output.requests {
        begin(request, on: light, isRestoring: outcome.before.lights[light]?.view?.state == .restoring)
      }
      for message in output.messages where message.isLast {
        if unanswered.remove(message.session) == nil { violation = "\(message) answers no call" }
        holds[message.session] = nil
      }
    }
  }

  private func begin(_ request: TargetRequest, on light: LightID, isRestoring: Bool) {
    guard let device = hardware[light] else { return }
    let hasTarget = device.request?.target != nil
    let isOurs = isRestoring || device.isOurs || device.isChosen || hasTarget || records[light] != nil
    // The expected level is only read, not written.
    if let target = request.target, target != request.expected, request.isReturn, !isOurs {
      violation = "\(light) was written unrequested"
    }
    if !device.isPresent { violation = "\(light) was written while disconnected" }
    hardware[light]?.request = request
    // A writer that has checked its light updates the record at once.
    guard request.expected == nil else { return }
    guard request.isReturn, request.target == nil else {
      _ = record(request, on: light)
      return
    }
    records[light] = nil
    // It shows its base level already, and without a record the next daemon reads that as the
    // user's.
    hardware[light]?.isOurs = false
  }

  func check() {
    checkScenes()
    for light in Self.lights { check(light) }
    checkVisibleLights()
    let waiting = unanswered.subtracting(holds.keys)
    if harness.state.isAtRest, !waiting.isEmpty { violation = "\(waiting) are pending without work" }
    for (session, key) in holds where !model.scenes.contains(where: { $0.key == key }) {
      violation = "the hold of \(session) ended without a last word"
    }
    if harness.state.openCallCount != unanswered.count { violation = "\(harness.state.openCallCount) open calls" }
  }

  private func checkScenes() {
    let state = harness.state
    let scenes = state.sessions.flatMap { Array($0.scenes) }
    let expected = model.scenes
    if scenes.map(\.key) != expected.map(\.key) { violation = "scenes: \(scenes.map(\.key))" }
    let appeared = Set(scenes.filter { $0.appearance != nil }.map(\.key))
    if Set(state.scenesInForce.keys) != appeared { violation = "claims: \(state.scenesInForce.keys), not \(appeared)" }
    if appeared != model.appeared { violation = "appeared: \(appeared), not \(model.appeared)" }
    for (scene, expected) in zip(scenes, expected) where scene.appearance?.yielded ?? [] != expected.scene.yielded {
      violation = "\(scene.key) yielded on \(scene.appearance?.yielded ?? []), not on \(expected.scene.yielded)"
    }
    let sessions = state.sessions.filter { $0.pushed > 0 }
    if saved.keys.sorted(by: { $0.number < $1.number }).map({ saved[$0]?.session }) != sessions.map(\.self) {
      violation = "other sessions are saved"
    }
  }

  /// Clients see a keyboard once, as one of its LEDs.
  private func checkVisibleLights() {
    let views = harness.state.lights.values.filter { $0.view != nil }
    let seen = harness.state.visibleLights
    if Set(seen.map(\.id)) != Set(views.map(\.visibleID)) || seen.map(\.id) != seen.map(\.id).sorted() {
      violation = "clients see \(seen.map(\.id))"
    }
    for light in seen where !views.contains(where: { $0.visibleID == light.id && $0.view?.change == light.change }) {
      violation = "\(light) is none of its LEDs"
    }
  }

  private func check(_ light: LightID) {
    guard let view = self.view(light) else { return }
    let claims = model.claims(on: light)
    if harness.state.lights[light]?.claims != claims { violation = "\(light): other claims count than \(claims)" }
    let expected = target(base: view.base, claims: claims, range: view.range)
    if view.decider != expected.decider { violation = "\(light): \(view) decided by \(expected.decider as Any)" }
    if view.decider != nil, view.target != expected.target { violation = "\(light): \(view) for \(expected)" }
    if hardware[light]?.request?.expected == nil, view.base.setting.raw != bases[light]?.base.setting.raw {
      violation = "\(light): base \(view.base), not \(bases[light] as Any)"
    }
    if view.state == .free, hardware[light]?.request?.target == nil { hardware[light]?.isOurs = false }
  }

  private func checkRest() {
    if !harness.state.isAtRest || harness.state.openCallCount != 0 { violation = "not at rest" }
    for (light, hardware) in hardware {
      let base = view(light)?.base
      let expected = [base?.target(in: hardware.range).raw, base?.setting.raw]
      if !expected.contains(hardware.raw) { violation = "\(light) rests at \(hardware.raw), not at \(expected)" }
      if view(light)?.state != .free { violation = "\(light) rests as \(view(light) as Any)" }
      if records[light] != nil { violation = "\(light) rests with a record" }
    }
  }
}
