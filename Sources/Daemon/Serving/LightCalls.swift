import Brightness
import ControlAPI
import EventLoop
import Model
import Varlink

extension BrightnessDaemon: LightsServer {
  public func list(_ call: MethodCall<LightsInterface.List>) {
    let lights = state.visibleLights.map(named) + unreadMonitors
    call.reply(LightsInterface.List.Reply(lights: lights.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }))
  }

  public func get(_ call: MethodCall<LightsInterface.Get>, _ request: LightsInterface.Get) {
    do throws(LightsError) {
      let id = try names.one(request.light)
      // A first reading is a message to the monitor.
      if connected[id]?.unread != nil, !may(call.call, .change) { throw unreadError(id) }
      readMonitor(id) { [weak self] in
        self?.assumeIsolated { daemon in
          guard let light = daemon.state.view(of: id) else { return call.fail(daemon.unreadError(id)) }
          call.reply(LightsInterface.Get.Reply(light: daemon.named(light)))
        }
      }
    } catch {
      call.fail(error)
    }
  }

  public func set(_ call: MethodCall<LightsInterface.Set>, _ request: LightsInterface.Set) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(SessionError) {
      if let fade = request.fade { try SessionLimits.check(fade: fade) }
    } catch {
      return call.fail(.invalidParameter("fadeMilliseconds", reason: error.reason))
    }
    do throws(LightsError) {
      let lights = try names.some(request.light)
      let level = try converting({ LightsError.outOfRange(light: lights[0].description, reason: $0.reason) }) {
        () throws(LevelError) in try Level(request.level)
      }
      let unread = lights.filter { connected[$0]?.unread != nil }
      begin(
        PendingSet(
          call: call,
          lights: lights,
          level: level,
          allowOff: request.allowOff ?? false,
          fade: request.fade,
          reading: Set(unread)
        )
      )
    } catch {
      call.fail(error)
    }
  }

  public func watch(_ call: MethodCall<LightsInterface.Watch>, _ request: LightsInterface.Watch) {
    do throws(LightsError) {
      let light = try request.light.map { name throws(LightsError) in try names.one(name) }
      beginLasting(.watch(light), call.call) { [weak self] reply in
        switch reply {
        case .light(let update): self?.assumeIsolated { $0.reply(update, to: call) }
        case .failed(let failure): call.fail(LightsError(failure))
        default: preconditionFailure("Watch was answered \(reply)")
        }
      }
    } catch {
      call.fail(error)
    }
  }

  private func reply(_ update: LightUpdate, to call: MethodCall<LightsInterface.Watch>) {
    let author = update.isChange ? update.light.author : nil
    let mayKnow = author.map { may(call.call, .readSession(of: $0.uid)) } ?? false
    let reply = LightsInterface.Watch.Reply(
      light: named(update.light),
      cause: update.cause,
      sequence: update.sequence,
      pid: mayKnow ? author.map { Int($0.pid) } : nil
    )
    call.replyContinuing(reply)
  }

  /// A light with its other name.
  func named(_ light: LightView) -> LightsInterface.Light {
    LightsInterface.Light(light, alias: state.settings.overrides[light.id]?.alias)
  }

  var names: LightNames {
    let overrides = state.settings.overrides
    let unread = connected.filter { $1.unread != nil && state.view(of: $0) == nil }.keys
    let lights = state.visibleLights.map { ($0.id, $0.kind) } + unread.map { ($0, overrides[$0]?.kind ?? .monitor) }
    return LightNames(
      lights.sorted { $0.0 < $1.0 }.map { id, kind in
        LightNames.Entry(id: id, kind: kind, alias: overrides[id]?.alias, port: connected[id]?.port)
      }
    )
  }
}

/// A `Set` under way. Lights that were read are set at once, and each unread monitor as soon as it was read: one that hangs does not delay
/// the others.
///
/// A monitor that cannot be read counts only where it was meant alone: many a television shows a picture and has no brightness.
struct PendingSet {
  let call: MethodCall<LightsInterface.Set>
  let lights: [LightID]
  let level: Level
  let allowOff: Bool
  let fade: Duration?
  /// The monitors whose first reading is under way.
  var reading: Set<LightID>
  /// Whether the core has lights of it on their way.
  var isSetting = false
  var done: [LightID: LightView] = [:]
  var failure: LightsError?
  var hasLostRight = false
}

extension BrightnessDaemon {
  func begin(_ pending: PendingSet) {
    let session = SessionID(pending.call.call.connection)
    pendingSets[session] = pending
    set(pending.lights.filter { !pending.reading.contains($0) }, of: session)
    for id in pending.lights where pending.reading.contains(id) {
      readMonitor(id) { [weak self] in
        self?.assumeIsolated { $0.takeReadMonitor(id, for: session) }
      }
    }
  }

  /// Sets some lights of a call; the core joins them with those of the same call that are still on their way.
  private func set(_ lights: [LightID], of session: SessionID) {
    guard !lights.isEmpty, let pending = pendingSets[session] else { return }
    pendingSets[session]?.isSetting = true
    let change = ClientCall.set(lights, pending.level, allowOff: pending.allowOff, fade: pending.fade)
    begin(change, of: session) { [weak self] reply in
      self?.assumeIsolated { $0.take(reply, of: session) }
    }
  }

  private func take(_ reply: Reply, of session: SessionID) {
    pendingSets[session]?.isSetting = false
    switch reply {
    case .set(let lights): for light in lights { pendingSets[session]?.done[light.id] = light }
    case .failed(let failure):
      if pendingSets[session]?.failure == nil { pendingSets[session]?.failure = LightsError(failure) }
    default: preconditionFailure("Set was answered \(reply)")
    }
    finish(session)
  }

  /// Sets a monitor that was read, or goes on without one that could not be; in the meantime the user may have lost the right.
  private func takeReadMonitor(_ id: LightID, for session: SessionID) {
    // The entry goes with the client.
    guard let pending = pendingSets[session] else { return }
    pendingSets[session]?.reading.remove(id)
    if state.view(of: id) != nil {
      if may(pending.call.call, .change) { set([id], of: session) } else { pendingSets[session]?.hasLostRight = true }
    }
    finish(session)
  }

  private func finish(_ session: SessionID) {
    guard let pending = pendingSets[session], pending.reading.isEmpty, !pending.isSetting else { return }
    pendingSets[session] = nil
    // What was set before stays set.
    if pending.hasLostRight { return pending.call.fail(.permissionDenied) }
    if let failure = pending.failure { return pending.call.fail(failure) }
    let done = pending.lights.compactMap { pending.done[$0] }
    if done.isEmpty { return pending.call.fail(unreadError(pending.lights[0])) }
    pending.call.reply(LightsInterface.Set.Reply(lights: done.map(named)))
  }
}

extension LightsError {
  init(_ failure: CallFailure) {
    switch failure {
    case .level(let light, let error): self = .outOfRange(light: light.description, reason: error.reason)
    case .notWritable(let light, let reason): self = .notWritable(light: light.description, reason: reason)
    case .sessionEnded: self = .sessionEnded
    case .overtaken: self = .anotherCall
    case .session, .unrecorded: preconditionFailure("a change of a light failed as a scene would: \(failure)")
    }
  }
}

extension LightsInterface.Light {
  fileprivate init(_ light: LightView, alias: String?) {
    self.init(
      id: light.id.description,
      kind: light.kind,
      alias: alias,
      raw: light.target.raw,
      maximum: light.range.maximum,
      level: light.target.share.percent,
      base: light.base.setting.share.percent,
      baseRaw: light.base.setting.raw,
      floor: light.range.floorShare.percent,
      state: light.state,
      session: light.decider?.session.number,
      scene: light.decider?.scene.number,
      reason: light.reason
    )
  }
}

extension Level {
  init(_ level: LightsInterface.Level) throws(LevelError) {
    switch level {
    case .percent(let percent): self = .share(try Share(percent: percent))
    case .changePercent(let percent): self = try .change(percent: percent)
    case .raw(let raw): self = .raw(raw)
    case .changeRaw(let raw): self = try .change(raw: raw)
    }
  }
}

struct LightNames {
  struct Entry {
    let id: LightID
    let kind: LightKind
    var alias: String?
    /// The connector of a monitor.
    var port: String?
  }

  private let lights: [Entry]

  init(_ lights: [Entry]) { self.lights = lights }

  /// One light; without a name the panel, or else the only one that shows a picture.
  func one(_ name: String?) throws(LightsError) -> LightID {
    guard let name else {
      let pictures = lights.filter(\.kind.showsPicture)
      let panels = pictures.filter { $0.kind == .panel }
      if pictures.isEmpty { throw .noLights }
      return try only(panels.isEmpty ? pictures : panels, "panel")
    }
    // A full name is never ambiguous.
    if let full = LightID(name), let light = lights.first(where: { $0.id == full }) { return light.id }
    let fitting = lights.filter { light in
      [light.id.name, light.alias, light.port, light.kind.rawValue].contains { $0?.hasSameBytes(as: name) == true }
    }
    return try only(fitting, name)
  }

  /// All that a change is for; without a name everything that shows a picture.
  func some(_ name: String?) throws(LightsError) -> [LightID] {
    if name != nil { return [try one(name)] }
    let pictures = lights.filter(\.kind.showsPicture)
    if pictures.isEmpty { throw .noLights }
    return pictures.map(\.id)
  }

  /// The lights of a claim; those that may come later can be named in full.
  func selector(_ name: String?) throws(LightsError) -> LightSelector {
    guard let name else { return .picture }
    if let kind = LightKind(rawValue: name) { return .kind(kind) }
    if name.utf8.contains(UInt8(ascii: "/")), let light = LightID(name) { return .light(light) }
    return .light(try one(name))
  }

  private func only(_ fitting: [Entry], _ name: String) throws(LightsError) -> LightID {
    guard let light = fitting.first else { throw .noSuchLight(light: name, known: lights.map(\.id.description)) }
    if fitting.count > 1 { throw .ambiguousLight(light: name, known: fitting.map(\.id.description)) }
    return light.id
  }
}
