import BrightnessModel
import ComposableCore

/// The end of a turn: the difference between the state before and after it becomes an `Output`.
extension Core.State {
  /// Updates the lights that the turn touched, and makes its output. Looks at no other light.
  public mutating func endTurn() {
    // A seat change suspends or resumes the sessions of users who came or left.
    if let former = turn.value.formerSeat {
      let moved = sessions.lazy.filter { [seat] in former.suspends($0.peer.uid) != seat.suspends($0.peer.uid) }
      turn.value.sessions.formUnion(moved.map(\.id))
    }
    for session in turn.value.sessions { refreshClaims(of: session) }
    noteBaseLevels()
    updateAmbient()
    let changes = updateLights()
    answerCalls()
    notifyWatchers(changes)
    notifySessionWatchers(changes)
    let watches = notifyHolders(changes)
    for id in turn.value.sessions { costs.value.recount(id, sessions[id: id]) }
    // Saved with what clients knew before: a daemon that dies before it notifies must notify again.
    if settings.savesSessions {
      turn.value.output.saves = turn.value.sessions.sorted().map(save)
    }
    for (session, watch) in watches { calls.update(session, .hold(watch)) }
    if settings.savesSessions { turn.value.output.savesAfter = watches.map(\.0).map(save) }
    turn.value.output.endedScenes = turn.value.endedScenes
    turn.value.output.isAtRest = isAtRest
    result.value = turn.value.output
    turn.value = Turn()
  }

  private func save(_ id: SessionID) -> Save {
    guard let session = sessions[id: id], session.pushed > 0 else { return .remove(id) }
    return .keep(SavedSession(session, hold: calls[id]?.scene))
  }
}

/// Lights.
extension Core.State {
  /// What looks different to clients than at the end of the last turn.
  fileprivate struct LightChanges {
    var changed: [LightView] = []
    var removed: [LightView] = []
    /// Sessions whose scenes began or ceased to decide.
    var deciders: Set<SessionID> = []
    /// Whether any scene may be affected: a light was added or removed, changed its kind, got a
    /// first decider or lost its last one.
    var concernEveryone = false
  }

  private mutating func updateLights() -> LightChanges {
    var changes = LightChanges()
    for id in turn.value.lights.sorted() {
      if let request = update(id) { turn.value.output.requests.append((id, request)) }
    }
    for (id, before) in turn.value.formerViews.sorted(by: { $0.key < $1.key }) {
      if let after = view(of: id) {
        if after.change != before?.change { changes.addChange(from: before, to: after) }
      } else if let before {
        changes.addRemoval(before)
      }
    }
    for id in takeChangedAutomaticStates() where !changes.changed.contains(where: { $0.id == id }) {
      guard var view = view(of: id) else { continue }
      view.cause = .ambient
      view.author = turn.value.author
      changes.changed.append(view)
    }
    return changes
  }

  /// Updates one light's target and view; returns the request if one has to be sent.
  private mutating func update(_ id: LightID) -> TargetRequest? {
    // The light is disconnected, at rest and unclaimed, so nothing is lost.
    if lights[id]?.isForgettable == true { forget(id) }
    updateFirstReading(of: id)
    let kind = kind(of: id)
    let notes = turn.value
    let number = newestChange + 1
    let fault = lights[id]?.fault
    let request = change(id) { $0.update(kind, notes, number: number) }
    if let light = lights[id], light.fault != fault { turn.value.output.faults.append(id) }
    if lights[id]?.view?.change == number { newestChange = number }
    return request ?? nil
  }

  /// Tells the writer of an unread monitor whether to read it: for a record, a claim, a call,
  /// automatic brightness, or a level that it may not have got before it was unplugged. What has
  /// not changed is not sent again.
  private mutating func updateFirstReading(of id: LightID) {
    guard let light = lights[id], light.isMonitor, let unread = light.unread else { return }
    let isDriven = unread.memory?.isDriven == true
    let isAwaited = unread.record != nil || isDriven || light.claimStack.counts || willFollow(id)
    let forCalls: FirstReading = calls.readers(of: id).isEmpty ? .no : .once
    let reading = isAwaited ? .untilRead : forCalls
    let isRetried = reading != .no && turn.value.retriedReadings.contains(id)
    guard reading != unread.firstReading || isRetried else { return }
    change(id) { $0.setFirstReading(reading) }
    turn.value.output.firstReadings.append((id, reading))
  }
}

extension Core.State.LightChanges {
  fileprivate mutating func addRemoval(_ last: LightView) {
    removed.append(last)
    concernEveryone = true
  }

  fileprivate mutating func addChange(from before: LightView?, to after: LightView) {
    changed.append(after)
    let isSameKind = before?.kind == after.kind
    if isSameKind, before?.decider == after.decider { return }
    if isSameKind, let former = before?.decider, let new = after.decider {
      deciders.formUnion([former.session, new.session])
    } else {
      concernEveryone = true
    }
  }
}

extension Light {
  /// Updates target and view; returns the request if one has to be sent. An unchanged request is
  /// not sent again, because the writer would read the light, and for a monitor that is a message.
  fileprivate mutating func update(_ kind: LightKind, _ turn: Turn, number: Int) -> TargetRequest? {
    guard let base, let verdict else { return nil }
    var request: TargetRequest?
    // A scene that takes over does not wait for the fade of the former one.
    if let decider = verdict.decider, decider != view?.decider { changeLevel { $0.retime(turn.fade) } }
    if isRead, let plan = changeLevel({ $0.plan(verdict, fade: turn.fade) }) ?? nil {
      let sent = self.request(plan, base, kind, turn)
      updateRecording(for: sent)
      // A new level is a new attempt, even if the light seems to show it.
      if sent.target != nil || sent.expected != nil { fault = nil }
      request = sent
    }
    var now = LightView(self, kind, base, verdict)
    now.reason = fault?.reason
    let isLevelNew = !now.hasSameLevel(as: view)
    let isChosen = turn.chosen.contains(id)
    guard isLevelNew || isChosen || now.reason != view?.reason else { return request }
    // A fault, or the end of a write, belongs to the change that caused it.
    now.cause = isLevelNew || isChosen ? turn.cause : .restore
    now.author = now.cause == .restore ? view?.author : turn.author
    now.change = number
    view = now
    return request
  }

  private func request(_ plan: LevelState.Plan, _ base: RecordedBase, _ kind: LightKind, _ turn: Turn) -> TargetRequest
  {
    let isSetByUser = turn.cause == .set
    let mayFade = !plan.isReturn || isSetByUser || turn.cause == .ambient
    let keepsRecord = !plan.isReturn || recording != .no
    return TargetRequest(
      target: plan.target,
      // A return to the base level does not fade, except where the user asked for a fade or the
      // base level follows the light in the room.
      fade: mayFade ? turn.fade : nil,
      kind: kind,
      range: base.range,
      // The record is kept during the return, with the current base level.
      record: keepsRecord ? base : nil,
      isReturn: plan.isReturn,
      expected: plan.expected,
      isByProgram: (!plan.isReturn || turn.cause == .ambient) && !isSetByUser
    )
  }

  /// Without an expected level the writer records at once; a return makes no new record.
  private mutating func updateRecording(for sent: TargetRequest) {
    guard sent.record != nil else { return }
    let isRecorded = recording == .yes || sent.expected == nil && !sent.isReturn
    recording = isRecorded ? .yes : .ifFound
  }
}

/// Replies to waiting calls.
extension Core.State {
  private mutating func answerCalls() {
    failUnrecorded()
    failEnded()
    for session in calls.takeConcerned(by: turn.value.lights) {
      let waitsForReading = calls[session]?.kind == .read
      let isDone = calls.advance(session) { [lights] id in
        guard let light = lights[id] else { return .failed(.disconnected) }
        return waitsForReading && light.isRead ? .atRest : light.progress
      }
      guard isDone, let call = calls[session], let answer = answer(call, to: session) else { continue }
      calls.remove(session)
      reply(to: session, answer)
      // A reset may have ended the caller's own session.
      if case .reset = call.kind, sessions[id: session] == nil { turn.value.output.closing.append(session) }
    }
  }

  private func answer(_ call: OpenCalls.Entry, to session: SessionID) -> Reply? {
    switch call.kind {
    case .hold, .watch, .watchSessions: nil
    case .done, .appear, .read: .done
    case .reset(let others): .reset(others)
    case .set(let set):
      set.failure.map(Reply.failed) ?? answer(to: set, failed: call.failed)
    }
  }

  /// A keyboard was set if one of its LEDs was, and it is still there.
  private func answer(to set: OpenCalls.LevelCall, failed: [LightID: Fault]) -> Reply {
    var done: [LightID] = []
    for id in set.lights.lazy.filter({ failed[$0] == nil }).map(\.visible) where done.last != id { done.append(id) }
    let views = done.compactMap(view)
    let others = failed.sorted { $0.key < $1.key }.map { ($0.key.visible, $0.value) }
      .filter { failure in !views.contains { $0.id == failure.0 } }
    return .set(views, failed: Dictionary(others) { first, _ in first })
  }

  /// Fails the calls whose base levels could not be recorded. A hold that was already told that its
  /// lights are done is notified that its scene was cancelled.
  private mutating func failUnrecorded() {
    // In a fixed order, so that a replay makes the same output.
    for (key, end) in turn.value.endedScenes.sorted(by: { $0.key.session < $1.key.session }) {
      guard case .unrecorded(let reason) = end, let call = calls[key.session] else { continue }
      guard call.kind == .appear(key) || call.scene?.key == key && !call.areLightsDone else { continue }
      calls.remove(key.session)
      reply(to: key.session, .failed(.unrecorded(reason)))
    }
  }

  /// Fails the calls whose scene or session has ended in this turn. Other calls are answered as
  /// usual, and a hold is notified of its end.
  private mutating func failEnded() {
    // In a fixed order, so that a replay makes the same output.
    for session in turn.value.sessions.filter({ calls[$0] != nil }).sorted() {
      let failure: CallFailure? =
        switch calls[session]?.kind {
        case .appear(let key) where scene(key) == nil:
          .session(sessions.contains(id: session) ? .noSuchScene(key.scene) : .noSuchSession(session))
        case .watch, .watchSessions: sessions.contains(id: session) ? nil : .sessionEnded
        default: nil
        }
      guard let failure else { continue }
      calls.remove(session)
      reply(to: session, .failed(failure))
    }
  }
}

/// Notifications.
extension Core.State {
  private mutating func notifyWatchers(_ changes: LightChanges) {
    for session in calls.watchers.sorted() {
      guard case .watch(var watch)? = calls[session]?.kind else { continue }
      let updates = watch.updates(changes, all: { visibleLights })
      calls.update(session, .watch(watch))
      turn.value.output.messages += updates.map { Message(session: session, reply: .light($0), isLast: false) }
    }
  }

  private mutating func notifySessionWatchers(_ changes: LightChanges) {
    if calls.sessionWatchers.isEmpty { return }
    let haveScenesChanged = haveScenesChanged(changes)
    for session in calls.sessionWatchers.sorted() {
      guard haveScenesChanged || calls[session]?.kind == .watchSessions(hasBegun: false) else { continue }
      calls.update(session, .watchSessions(hasBegun: true))
      turn.value.output.messages.append(Message(session: session, reply: .sessions, isLast: false))
    }
  }

  /// Sessions without scenes do not count: a client that lists sessions has one, and each list
  /// would cause another.
  private func haveScenesChanged(_ changes: LightChanges) -> Bool {
    if changes.concernEveryone || !changes.deciders.isEmpty { return true }
    return turn.value.sessions.contains { costs.value.hadScenes($0) || sessions[id: $0]?.scenes.isEmpty == false }
  }

  /// The holders whose scenes the turn may concern; the others are not looked at.
  private func concernedHolders(_ changes: LightChanges) -> [SessionID] {
    if calls.holders.isEmpty { return [] }
    let touched = turn.value.sessions.union(changes.deciders).union(calls.doneNow)
    let sessions = changes.concernEveryone ? calls.holders : calls.holders.intersection(touched)
    return sessions.sorted()
  }

  /// Notifies the holders, and returns the holds that stay open, with what their clients know now.
  private mutating func notifyHolders(_ changes: LightChanges) -> [(SessionID, SceneWatch)] {
    var watches: [(SessionID, SceneWatch)] = []
    for session in concernedHolders(changes) {
      guard let call = calls[session], let former = call.scene else { continue }
      // A client waits until its lights are at rest or have failed, unless its scene has ended.
      guard call.areLightsDone || status(of: former.key)?.isLast == true else { continue }
      var watch = former
      let updates = watch.updates(in: self)
      turn.value.output.messages += updates.map { update in
        Message(session: session, reply: .scene(watch.key.scene, update), isLast: update.event.isLast)
      }
      if updates.last?.event.isLast == true {
        // Remove the saved call before the last update is sent: if that were sent again after a
        // restart, the client would take it for the reply to its next call.
        calls.remove(session)
        turn.value.sessions.insert(session)
      } else if watch != former {
        // Remember the state even without an update: none is sent for a scene that disappeared, but
        // the next one depends on it.
        watches.append((session, watch))
      }
    }
    return watches
  }
}

extension OpenCalls.Watch {
  /// The first time, an update for every light; later for those that were removed or changed.
  fileprivate mutating func updates(_ changes: Core.State.LightChanges, all: () -> [LightView]) -> [LightUpdate] {
    let isFirst = !hasBegun
    hasBegun = true
    let gone = isFirst ? [] : changes.removed.filter(covers)
    let changed = (isFirst ? all() : changes.changed).filter(covers)
    return gone.map { next($0, .removed) } + changed.map { next($0, isFirst ? .initial : $0.cause) }
  }

  private func covers(_ light: LightView) -> Bool { lights?.covers(light.id, kind: light.kind) ?? true }

  private mutating func next(_ light: LightView, _ cause: LightCause) -> LightUpdate {
    sequence += 1
    return LightUpdate(light: light, cause: cause, sequence: sequence)
  }
}
