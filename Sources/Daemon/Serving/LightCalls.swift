import Brightness
import ControlAPI
import EventLoop
import Hardware
import Model
import Varlink

extension BrightnessDaemon: LightsServer {
  public func list(_ call: MethodCall<LightsInterface.List>) {
    let lights = state.visibleLights.map(named) + unreadMonitors
    call.reply(LightsInterface.List.Reply(lights: lights.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }))
  }

  public func get(_ call: MethodCall<LightsInterface.Get>, _ request: LightsInterface.Get) {
    do throws(LightsError) {
      let ids = try names.lights(request.light)
      let likely = ids.filter(mayHaveLevel)
      reply(to: call, with: (likely + ids.filter { !likely.contains($0) })[...])
    } catch {
      call.fail(error)
    }
  }

  /// Whether a light is connected, and could be read or written the last time: a television would
  /// be asked each time, and the level of a monitor that is off is none that anyone sees.
  private func mayHaveLevel(_ id: LightID) -> Bool {
    guard let light = connected[id] else { return false }
    if let unread = light.unread { return unread.reason == nil }
    return state.lights[id]?.fault?.isInTheWay != true
  }

  /// Replies with the first light that has a level, for which a monitor that was not read yet is
  /// asked.
  private func reply(
    to call: MethodCall<LightsInterface.Get>,
    with lights: ArraySlice<LightID>,
    instead error: LightsError? = nil
  ) {
    var lights = lights
    guard let id = lights.popFirst() else { return call.fail(error ?? .noLights) }
    // A first reading is a message to the monitor.
    if connected[id]?.unread != nil, !may(call.call, .change) {
      return reply(to: call, with: lights, instead: error ?? unreadError(id))
    }
    readMonitor(id) { [weak self, lights] in
      self?.assumeIsolated { daemon in
        guard let light = daemon.state.view(of: id) else {
          return daemon.reply(to: call, with: lights, instead: error ?? daemon.unreadError(id))
        }
        call.reply(LightsInterface.Get.Reply(light: daemon.named(light)))
      }
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
      let lights = try names.lights(request.light)
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
      beginLasting(try watched(request.light), call.call) { [weak self] reply in
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

  /// All lights without a name; otherwise those that it means now or, if it is a kind, also later.
  private func watched(_ name: String?) throws(LightsError) -> ClientCall {
    guard let name else { return .watch(nil) }
    let lights = try names.lights(name)
    return LightKind(rawValue: name).map(ClientCall.watchKind) ?? .watch(lights[0])
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

  /// A light with its other names.
  func named(_ light: LightView) -> LightsInterface.Light {
    LightsInterface.Light(light, alias: state.settings.overrides[light.id]?.alias, connected[light.id]?.facts)
  }

  var names: LightNames {
    let overrides = state.settings.overrides
    let unread = connected.filter { $1.unread != nil && state.view(of: $0) == nil }.keys
    let lights = state.visibleLights.map { ($0.id, $0.kind) } + unread.map { ($0, overrides[$0]?.kind ?? .monitor) }
    return LightNames(
      lights.sorted { $0.0 < $1.0 }.map { id, kind in
        LightNames.Entry(id: id, kind: kind, alias: overrides[id]?.alias, connector: connected[id]?.facts.connector)
      }
    )
  }
}

/// A `Set` under way. Lights that were read are set at once, and each unread monitor as soon as it was read: one that hangs does not delay
/// the others.
///
/// A light that cannot be read or written fails the call only if all do: many a television shows a
/// picture and has no brightness. A monitor that sleeps gets the level when it wakes up, which is
/// no failure.
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
  /// Why lights could not be written.
  var failed: [LightID: Fault] = [:]
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
    case .set(let lights, let failed):
      for light in lights { pendingSets[session]?.done[light.id] = light }
      pendingSets[session]?.failed.merge(failed) { $1 }
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
    let leftOut = pending.lights.filter { pending.done[$0] == nil }.map { id in
      let fault = pending.failed[id]
      let isPending = fault?.kind == .asleep
      return LightsInterface.LeftOut(
        light: id.description,
        reason: fault?.reason ?? unreadReason(id),
        pending: isPending
      )
    }
    if done.isEmpty, !leftOut.contains(where: \.pending) {
      // The error has room for one of them.
      let others = leftOut.dropFirst().map { "; '\($0.light)': \($0.reason)" }.joined()
      return pending.call.fail(.notWritable(light: leftOut[0].light, reason: leftOut[0].reason + others))
    }
    pending.call.reply(LightsInterface.Set.Reply(lights: done.map(named), leftOut: leftOut))
  }
}

extension LightsError {
  init(_ failure: CallFailure) {
    switch failure {
    case .level(let light, let error): self = .outOfRange(light: light.description, reason: error.reason)
    case .sessionEnded: self = .sessionEnded
    case .overtaken: self = .anotherCall
    case .session, .unrecorded: preconditionFailure("a change of a light failed as a scene would: \(failure)")
    }
  }
}

extension LightsInterface.Light {
  fileprivate init(_ light: LightView, alias: String?, _ facts: DiscoveredLight?) {
    self.init(
      id: light.id.description,
      kind: light.kind,
      alias: alias,
      model: facts?.modelName,
      connector: facts?.connector,
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
