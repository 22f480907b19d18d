import BrightnessModel

/// An event of one light: from the list of devices, or from its writer.
public enum LightEvent: Hashable, Codable, Sendable {
  /// A device is connected. `record` is the base level in its restore record, `formerly` the name
  /// that it may have had.
  case connected(LightDevice, record: RecordedBase? = nil, formerly: LightID? = nil)
  /// The properties of the device have changed.
  case changed(LightDevice)
  /// The restore record is dropped: it is of an earlier boot, and the light shows none of the
  /// levels that we left.
  case recordDropped
  /// The user allows messages to a monitor again: it was blocked because the machine crashed at its
  /// first message.
  case allowed
  case disconnected
  /// The light was read, and nothing written: a first reading, or the light is not where a request
  /// expected it.
  case found(Int)
  /// The light was asleep, and shows another level than before.
  case woke(Int)
  /// A desktop has put the light back to an earlier level of ours. This is not a choice of the
  /// user.
  case displaced(Int)
  /// The light was where a request expected it. A write was attempted, and the target is not
  /// reached.
  case attempted
  case wrote(Int)
  /// The record is as the newest request wants it, and there is nothing to write.
  case recorded
  /// The user moved the light by a key or another tool; requests made before are dropped.
  case moved(Int, by: ChangeSource, at: Moment)
  /// systemd wrote the level that it remembered, just after the light was connected.
  case restoredBySystem(Int)
  case refused(Fault)
  /// The base level could not be recorded, so nothing was written.
  case unrecorded(String)
  /// The light is restored, but its record could not be cleared.
  case uncleared(Fault)
  /// A system call has been under way for long.
  case hangs
  case answers
  /// The kernel refused a level although the range is as it was: the request is sent again.
  case rejected

  /// Whether the light was read or written, so that its fault is over.
  fileprivate var endsFault: Bool {
    switch self {
    case .wrote, .recorded, .found, .woke, .displaced, .moved, .restoredBySystem: true
    default: false
    }
  }
}

extension Core.State {
  mutating func apply(_ event: LightEvent, of id: LightID) {
    switch event {
    case .connected(let device, let record, let formerly): connect(id, device, record, formerly: formerly)
    case .changed(let device): change(id) { $0.change(to: device) }
    case .disconnected: disconnect(id)
    default: applyReport(event, of: id)
    }
  }

  /// Applies a report of a writer; a report of a light that is disconnected by now is too late.
  private mutating func applyReport(_ event: LightEvent, of id: LightID) {
    guard let light = lights[id], light.device != nil else { return }
    let keepsBase = settings.override(id).keepsBase == true
    if event.endsFault { setFault(nil, on: id) }
    turn.value.cause = .restore
    switch event {
    // The first reading after a resume may come late: a monitor gets no message before its screen
    // is on.
    case .found(let raw) where !light.isRead, .woke(let raw) where !light.isRead: read(raw, on: id)
    case .found(let raw):
      turn.value.cause = .external
      change(id) { $0.changeLevel { $0.applyFoundLevel(raw) } }
    case .woke(let raw):
      turn.value.cause = .resume
      change(id) { $0.changeLevel { $0.applyReadingAfterSleep(raw, keepsBase: keepsBase) } }
    case .displaced(let raw): change(id) { $0.displace(to: raw) }
    case .attempted: change(id) { $0.applyAttempt() }
    case .wrote(let raw):
      endRequest(of: id) { $0.confirmWrite(of: raw) }
      noteArrival(of: id, at: raw)
    case .recorded: endRequest(of: id) { $0.confirmRecord() }
    case .moved(let raw, let source, let now): move(id, to: raw, by: source, at: now)
    case .restoredBySystem(let raw):
      turn.value.cause = .added
      change(id) { $0.applyUserChange(to: raw) }
    case .refused(let fault):
      setFault(fault, on: id)
      change(id) { $0.changeLevel { $0.applyRefusal() } }
    case .unrecorded(let reason): endUnrecorded(reason, on: id)
    case .uncleared(let fault):
      // The record still exists, although the request before it succeeded.
      change(id) { light in
        light.recording = .yes
        light.changeLevel { $0.applyUnclearedRecord() }
      }
      setFault(fault, on: id)
    case .hangs: setFault(id.subsystem == .ddc ? .busHangs : .hangs, on: id)
    case .answers: setFault(nil, on: id)
    case .rejected: change(id) { $0.changeLevel { $0.resend() } }
    case .recordDropped: change(id) { $0.dropRecord() }
    case .allowed: if light.unread?.firstReading == .untilRead { retryFirstReading(of: id) }
    case .connected, .changed, .disconnected: break
    }
    // Notes the light for the turn's end, even if the report changed nothing.
    change(id) { _ in }
  }
}

/// The device.
extension Core.State {
  private mutating func connect(_ id: LightID, _ device: LightDevice, _ record: RecordedBase?, formerly: LightID?) {
    if lights[id] == nil { add(Light(id)) }
    change(id) { $0.connect(device, record: record, formerly: formerly) }
    rebuildClaims(id)
  }

  private mutating func disconnect(_ id: LightID) {
    turn.value.cause = .disconnected
    change(id) { $0.disconnect() }
  }
}

/// Readings and writes.
extension Core.State {
  /// Applies the first reading since the light was connected or changed its range, or the machine
  /// resumed.
  private mutating func read(_ raw: Int, on id: LightID) {
    guard let light = lights[id], let device = light.device else { return }
    guard let range = settings.override(id).range(of: device) else { return setFault(.hasNoSteps, on: id) }
    let keepsBase = settings.override(id).keepsBase == true
    turn.value.cause = cause(ofReading: light)
    if let former = light.unread?.formerly { rename(former, to: id) }
    change(id) { $0.read(raw, in: range, keepsBase: keepsBase) }
    if kind(of: id) != lights[id]?.view?.kind { rebuildClaims(id) }
    if light.isUnread { continueCalls(waitingFor: id) }
  }

  private func cause(ofReading light: Light) -> LightCause {
    switch light.presence {
    case .stale(_, _, .resumed): .resume
    case .unread(_, let unread) where unread.record != nil: .restore
    default: .added
    }
  }

  /// Keeps what is known of a light under its former name, unless a device has that name now.
  private mutating func rename(_ former: LightID, to id: LightID) {
    guard case .away(let memory?)? = lights[former]?.presence else { return }
    forget(former)
    change(id) { $0.remember(memory) }
    // Clients still see the former name if the keyboard has another LED.
    let isForgotten = parts(of: former).isEmpty
    if isForgotten, let follower = ambient.followers.removeValue(forKey: former.visible) {
      ambient.followers[id.visible] = follower
      turn.value.concernsAmbient = true
    }
    for scene in sessions.flatMap(\.scenes) {
      // A hold of the light by its name continues. The former name may come back, since neither of
      // two monitors with the same serial number has it.
      if isForgotten, scene.request.names(former) { update(scene.key) { $0.request.follow(former, to: id) } }
      guard scene.appearance?.yielded.contains(former.visible) == true else { continue }
      update(scene.key) { scene in
        if isForgotten { scene.appearance?.yielded.remove(former.visible) }
        scene.appearance?.yielded.insert(id.visible)
      }
    }
    rebuildClaims(id)
  }

  /// Ends the deciding scene, because without a record the light must not be moved. Then the next
  /// claim is tried.
  private mutating func endUnrecorded(_ reason: String, on id: LightID) {
    turn.value.cause = .release
    // Resend even if the next claim wants the level already shown; otherwise the writer keeps
    // retrying the ended claim's level.
    change(id) { $0.changeLevel { $0.applyMissingRecord() } }
    if let decider = lights[id]?.view?.decider { end(decider, .unrecorded(reason)) }
  }

  private mutating func endRequest(of id: LightID, _ confirm: (inout LevelState) -> Void) {
    change(id) { light in
      if light.level?.isReturning == true { light.recording = .no } else { light.confirmRecord() }
      light.changeLevel(confirm)
    }
  }

  private mutating func move(_ id: LightID, to raw: Int, by source: ChangeSource, at now: Moment) {
    turn.value.cause = .external
    turn.value.isWish = source == .hotkey
    turn.value.moment = now
    change(id) { light in
      let count = light.externalChanges[source]?.count ?? 0
      light.externalChanges[source] = ExternalChanges(count: count + 1, last: now)
      light.applyUserChange(to: raw)
    }
    applyUserChange(on: id)
  }

  private mutating func setFault(_ fault: Fault?, on id: LightID) {
    guard lights[id]?.fault != fault else { return }
    change(id) { $0.fault = fault }
    turn.value.output.faults.append(id)
  }
}
