import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Hardware

extension BrightnessDaemon: LightsServer {
  public func list(_ call: MethodCall<LightsInterface.List>) {
    call.reply(LightsInterface.List.Reply(lights: state.listedLights.map(named)))
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

  /// Whether a light is connected, and its last reading or write succeeded. Otherwise a television
  /// without brightness would be read on each call, and a monitor that is off would count although
  /// nobody sees its level.
  private func mayHaveLevel(_ id: LightID) -> Bool {
    state.parts(of: id).compactMap { state.lights[$0] }.contains { light in
      light.device != nil && light.fault?.preventsTarget != true
    }
  }

  /// Replies with the first light that has a level. A monitor that was not read yet is asked for
  /// its level first; `hasAsked` says that this has happened for the first of `lights`.
  private func reply(
    to call: MethodCall<LightsInterface.Get>,
    with lights: ArraySlice<LightID>,
    instead error: LightsError? = nil,
    hasAsked: Bool = false
  ) {
    guard let id = lights.first else { return call.fail(error ?? .noLights) }
    // A first reading is a message to the monitor.
    if !hasAsked, state.lights[id]?.isUnreadMonitor == true, may(call.call, .change) {
      return clients.call(.read(id), of: SessionID(call.call.connection)) { [weak self] _ in
        self?.assumeIsolated { $0.reply(to: call, with: lights, instead: error, hasAsked: true) }
      }
    }
    if let light = state.view(of: id) { return call.reply(LightsInterface.Get.Reply(light: named(light))) }
    reply(to: call, with: lights.dropFirst(), instead: error ?? unreadError(id))
  }

  private func unreadError(_ id: LightID) -> LightsError {
    let light = state.lights[id]
    let fault = light?.device == nil ? Fault.disconnected : light?.fault
    let reason = fault?.reason ?? "its level is not known before a user who may change it asks for it"
    return .notWritable(light: id.description, reason: reason)
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
      let allowOff = request.allowOff ?? false
      let change: ClientCall =
        request.forNow == true
        ? .setForNow(lights, level, allowOff: allowOff, fade: request.fade)
        : .set(lights, level, allowOff: allowOff, fade: request.fade)
      clients.call(change, of: SessionID(call.call.connection)) { [weak self] reply in
        self?.assumeIsolated { $0.reply(reply, to: call, for: lights) }
      }
    } catch {
      call.fail(error)
    }
  }

  /// The call fails only if no light can be read or written, because many televisions show a
  /// picture and have no brightness. A monitor that was read and sleeps gets the level when it
  /// wakes up, which is not a failure.
  private func reply(_ reply: Reply, to call: MethodCall<LightsInterface.Set>, for lights: [LightID]) {
    if case .failed(let failure) = reply { return call.fail(LightsError(failure)) }
    guard case .set(let done, let failed) = reply else { preconditionFailure("Set was answered \(reply)") }
    let leftOut = lights.compactMap { id in
      failed[id].map { fault in
        let isPending = fault.kind == .asleep && state.lights[id]?.isUnread == false
        return LightsInterface.LeftOut(light: id.description, reason: fault.reason, pending: isPending)
      }
    }
    if done.isEmpty, !leftOut.contains(where: \.pending) {
      // The error can name only one of them.
      let others = leftOut.dropFirst().map { "; '\($0.light)': \($0.reason)" }.joined()
      return call.fail(.notWritable(light: leftOut[0].light, reason: leftOut[0].reason + others))
    }
    call.reply(LightsInterface.Set.Reply(lights: done.map(named), leftOut: leftOut))
  }

  public func watch(_ call: MethodCall<LightsInterface.Watch>, _ request: LightsInterface.Watch) {
    do throws(LightsError) {
      clients.callLasting(try watched(request.light), on: call.call.connection) { [weak self] reply in
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

  /// Without a name all lights; otherwise the light of that name, or those of a kind, including
  /// later ones.
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

  func named(_ light: LightView) -> LightsInterface.Light { named(light.id, light.kind, light, light.reason) }

  private func named(_ id: LightID) -> LightsInterface.Light {
    state.view(of: id).map(named) ?? named(id, state.kind(of: id), nil, state.lights[id]?.fault?.reason)
  }

  /// A light with its other names. The numbers of an unread monitor are 0, because the interface
  /// cannot leave them out.
  private func named(_ id: LightID, _ kind: LightKind, _ light: LightView?, _ reason: String?) -> LightsInterface.Light
  {
    LightsInterface.Light(
      id: id.description,
      kind: kind,
      alias: state.settings.override(id).alias,
      model: lights[id]?.modelName,
      connector: lights[id]?.connector,
      raw: light?.target.raw ?? 0,
      maximum: light?.range.maximum ?? 0,
      level: light?.target.share.percent ?? 0,
      base: light?.base.setting.share.percent ?? 0,
      baseRaw: light?.base.setting.raw ?? 0,
      floor: light?.range.floorShare.percent ?? 0,
      state: light?.state ?? .unread,
      session: light?.decider?.session.number,
      scene: light?.decider?.scene.number,
      reason: reason,
      automatic: automatic(id)
    )
  }

  private func automatic(_ id: LightID) -> LightsInterface.Automatic {
    switch automaticMode(of: id).mode {
    case .off: .off
    case .on: .on
    case .paused: .paused
    }
  }

  var names: LightNames {
    LightNames(
      state.listedLights.map { id in
        LightNames.Entry(
          id: id,
          kind: state.view(of: id)?.kind ?? state.kind(of: id),
          parts: state.parts(of: id),
          alias: state.settings.override(id).alias,
          connector: lights[id]?.connector
        )
      }
    )
  }
}

extension LightsError {
  init(_ failure: CallFailure) {
    switch failure {
    case .level(let light, let error): self = .outOfRange(light: light.description, reason: error.reason)
    case .sessionEnded: self = .sessionEnded
    case .nextCallArrived: self = .anotherCall
    case .session, .unrecorded, .noSensor, .notAutomatic:
      preconditionFailure("a change of a light failed as a scene would: \(failure)")
    }
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
