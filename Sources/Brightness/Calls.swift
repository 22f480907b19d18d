import BrightnessModel
import ComposableCore

/// A call that changes something, or whose reply waits for something. Its names and the caller's
/// rights were checked before.
public enum ClientCall: Hashable, Codable, Sendable {
  case set([LightID], Level, allowOff: Bool, fade: Duration?)
  /// The level says nothing about what the user wants in such light. A case of its own, so that
  /// recordings of older versions stay readable.
  case setForNow([LightID], Level, allowOff: Bool, fade: Duration?)
  /// Automatic brightness of lights, by the ids that clients see.
  case automatic(AutomaticChange, [LightID])
  /// Waits for the first reading of a monitor.
  case read(LightID)
  case push(SceneRequest)
  case appear(SceneID)
  case disappear(SceneID)
  case pop(from: SceneID)
  /// Pushes a scene that appears at once; the call lasts as long as the scene.
  case hold(SceneRequest)
  case watch(LightID?)
  /// A case of its own, so that recordings of older versions stay readable.
  case watchKind(LightKind)
  case watchSessions
  case cancel(SessionID)
  /// Ends the sessions of a user that have scenes; nil for those of all users.
  case reset(user: UInt32?)
}

extension Core.State {
  /// Carries out a call; one that is refused changes nothing.
  mutating func carryOut(_ call: ClientCall, of session: SessionID, at now: Moment) -> Effect<Core.Action> {
    do throws(CallFailure) {
      return try perform(call, of: session, now)
    } catch {
      reply(to: session, .failed(error))
      return .none
    }
  }

  private mutating func perform(
    _ call: ClientCall,
    of session: SessionID,
    _ now: Moment
  ) throws(CallFailure) -> Effect<Core.Action> {
    turn.value.author = sessions[id: session]?.peer
    turn.value.moment = now
    switch call {
    case .set(let named, let level, let allowOff, let fade):
      try set(named, level, allowOff: allowOff, fade: fade, isWish: true, for: session)
    case .setForNow(let named, let level, let allowOff, let fade):
      try set(named, level, allowOff: allowOff, fade: fade, isWish: false, for: session)
    case .automatic(let change, let lights):
      try changeAutomatic(change, lights)
      reply(to: session, .done)
    case .read(let light):
      calls.wait(session, for: lights[light]?.isUnread == true ? [light] : [], then: .read)
      retryFirstReading(of: light)
    case .push(let request): reply(to: session, .pushed(try push(request, on: session).scene))
    case .hold(let request):
      let key = try push(request, on: session)
      calls.hold(SceneWatch(key: key), for: claimedLights(of: [key]))
      return try appear(key, now)
    case .appear(let scene):
      let key = SceneKey(session: session, scene: scene)
      let effect = try appear(key, now)
      calls.wait(session, for: claimedLights(of: [key]), then: .appear(key))
      return effect
    case .disappear(let scene):
      let key = SceneKey(session: session, scene: scene)
      let action = try action(.disappeared, of: key)
      calls.wait(session, for: claimedLights(of: [key]), then: .done)
      return .send(action)
    case .pop(let scene): try pop(from: SceneKey(session: session, scene: scene))
    case .watch(let light): try watch(light.map(LightSelector.light), session)
    case .watchKind(let kind): try watch(.kind(kind), session)
    case .watchSessions:
      try checkLasts(session)
      calls.watchSessions(session)
    case .cancel(let target):
      _ = try existingSession(target)
      end([target])
      reply(to: session, .done)
      turn.value.output.closing.append(target)
    case .reset(let user): reset(user, session)
    }
    return .none
  }

  private mutating func reset(_ user: UInt32?, _ session: SessionID) {
    // The caller's own session too; its connection stays open for the reply. A session without
    // scenes, such as a status bar's, holds nothing and goes on.
    let ended = sessions.filter { (user == nil || $0.peer.uid == user) && !$0.scenes.isEmpty }.map(\.id)
    let others = ended.filter { $0 != session }
    end(ended)
    turn.value.output.closing += others
    calls.wait(session, for: lights.values.filter { $0.device != nil }.map(\.id), then: .reset(others: others.count))
  }

  private mutating func watch(_ lights: LightSelector?, _ session: SessionID) throws(CallFailure) {
    try checkLasts(session)
    calls.watch(session, lights)
  }

  /// Refuses a call that stays open if its session was cancelled in the meantime: nothing would end
  /// it.
  private func checkLasts(_ session: SessionID) throws(CallFailure) {
    if !sessions.contains(id: session) { throw .sessionEnded }
  }

  mutating func reply(to session: SessionID, _ reply: Reply) {
    turn.value.output.messages.append(Message(session: session, reply: reply))
  }
}

/// Lights.
extension Core.State {
  private mutating func set(
    _ named: [LightID],
    _ level: Level,
    allowOff: Bool,
    fade: Duration?,
    isWish: Bool,
    for session: SessionID
  ) throws(CallFailure) {
    let lights = named.flatMap { parts(of: $0).isEmpty ? [$0] : parts(of: $0) }
    let unread = Set(lights.filter { self.lights[$0]?.isUnread == true })
    let call = OpenCalls.LevelCall(
      lights: lights,
      level: level,
      allowOff: allowOff,
      fade: fade,
      isWish: isWish,
      unread: unread
    )
    try set(lights.filter { !unread.contains($0) }, as: call)
    calls.wait(session, for: lights, then: .set(call))
    for id in unread { retryFirstReading(of: id) }
  }

  /// Moves base levels. A level that one light cannot have is refused before any light moves.
  private mutating func set(_ ids: [LightID], as call: OpenCalls.LevelCall) throws(CallFailure) {
    var chosen: [(LightID, Setting)] = []
    for id in ids {
      guard let light = lights[id] else { continue }
      let followsBase = light.verdict?.decider.flatMap { scene($0)?.request.onChange } == .rebase
      do throws(LevelError) {
        let level = try steps(of: call.level, on: light)
        let outcome = try light.outcome(of: level, fromBase: followsBase, allowOff: call.allowOff)
        if let outcome { chosen.append((id, outcome)) }
      } catch {
        throw .level(light.visibleID, error)
      }
    }
    turn.value.cause = .set
    turn.value.fade = call.fade
    turn.value.isWish = call.isWish
    for (id, setting) in chosen {
      turn.value.chosen.insert(id)
      change(id) { $0.choose(setting, by: call.level, allowOff: call.allowOff, fade: call.fade) }
      applyUserChange(on: id)
    }
  }

  /// Converts a level in raw values to shares for an LED of a keyboard. Clients count in the raw
  /// values of the LED that they see, and this one may have another range.
  private func steps(of level: Level, on light: Light) throws(LevelError) -> Level {
    guard let seen = view(of: light.visibleID)?.range, let own = light.base?.range, seen.maximum != own.maximum else {
      return level
    }
    func share(_ raw: Int) -> Share { seen.share(of: min(raw, seen.maximum)) }
    switch level {
    case .raw(let raw):
      guard 0...seen.maximum ~= raw else { throw .rawOutOfRange(raw, maximum: seen.maximum) }
      return .share(share(raw))
    case .up(.raw(let steps)): return .up(.share(share(steps)))
    case .down(.raw(let steps)): return .down(.share(share(steps)))
    case .share, .up(.share), .down(.share): return level
    }
  }

  /// Applies each `Set` that waited for the first reading of a light, in the order of their
  /// sessions. A level out of its range fails the call; the lights that the call has set stay set.
  mutating func continueCalls(waitingFor id: LightID) {
    for session in calls.readers(of: id) {
      guard case .set(var call)? = calls[session]?.kind else { continue }
      call.unread.remove(id)
      do throws(CallFailure) {
        try set([id], as: call)
        turn.value.author = sessions[id: session]?.peer
      } catch {
        call.failure = call.failure ?? error
      }
      calls.update(session, .set(call))
    }
  }
}

/// Scenes.
extension Core.State {
  private mutating func push(_ request: SceneRequest, on id: SessionID) throws(CallFailure) -> SceneKey {
    let open = try existingSession(id)
    do throws(SessionError) {
      let user = open.peer.uid
      let cost = request.cost
      let limit = costs.value.limit(of: user, adding: cost, within: settings.limits)
      try SessionError.check(.scenes, open.scenes.count + 1, atMost: settings.limits.scenes)
      try SessionError.check(.sceneBytes, costs.value[user] + cost, atMost: limit)
    } catch {
      throw .session(error)
    }
    guard let key = sessions[id: id]?.push(request) else { throw .session(.noSuchSession(id)) }
    turn.value.sessions.insert(id)
    return key
  }

  private mutating func appear(_ key: SceneKey, _ now: Moment) throws(CallFailure) -> Effect<Core.Action> {
    let action = try action(.appeared(at: now), of: key)
    turn.value.cause = .hold
    turn.value.fade = scene(key)?.request.fade
    return .send(action)
  }

  private mutating func pop(from key: SceneKey) throws(CallFailure) {
    let open = try existingSession(key.session)
    guard let element = open.element(of: key.scene) else { throw .session(.noSuchScene(key.scene)) }
    let popped = open.scenes.drop { $0.key != key }.map(\.key)
    calls.wait(key.session, for: claimedLights(of: popped), then: .done)
    turn.value.sessions.insert(key.session)
    sessions[id: key.session]?.scenes.pop(from: element)
  }

  private func action(_ action: Scene.Action, of key: SceneKey) throws(CallFailure) -> Core.Action {
    _ = try existingSession(key.session)
    guard let action = sceneAction(action, of: key) else { throw .session(.noSuchScene(key.scene)) }
    return action
  }

  private func existingSession(_ id: SessionID) throws(CallFailure) -> Session.State {
    guard let session = sessions[id: id] else { throw .session(.noSuchSession(id)) }
    return session
  }

  /// Resumes the holds of restored sessions once their lights have been read, and notifies their
  /// clients of what changed meanwhile.
  mutating func serve() {
    for session in calls.holders {
      guard let key = calls[session]?.scene?.key else { continue }
      calls.wait(session, for: claimedLights(of: [key]))
    }
  }

  func claimedLights(of keys: [SceneKey]) -> [LightID] {
    let scenes = keys.compactMap { scene($0) }
    return lights.values.filter { light in
      light.device != nil && scenes.contains { $0.covers(light.id, kind(of: light.id)) }
    }.map(\.id)
  }
}
