import BrightnessModel
import HardwareTesting
import SimulatedKernel

/// Changes by the user at any moment, and what the daemon may make of them.
extension World {
  /// The user changes a light, by a key or a program, while the daemon may be about to do so too.
  func moveNow(_ number: Int, _ place: Int, _ source: ChangeSource, _ time: EventTime) {
    let light = light(number)
    guard let raw = freeLevel(of: light, near: place) else { return }
    endCancelledClients(of: light)
    tally.changes += 1
    let known = lights[light]
    let former = [known.choice] + known.others + (known.change?.former ?? [])
    var change = UserChange(level: raw, former: former)
    noteScenes(in: &change, light)
    let seemsRounded = known.seemsRounded(source, time)
    if known.isBeingSet || known.place == .beforeWrite || seemsRounded { change.open() }
    if known.place == .beforeWrite { change.stage = .missed }
    lights[light].maySeemRounded = seemsRounded
    if change.isOpen { tally.missedChanges += 1 }
    lights[light].choose(raw, isSure: false)
    if change.isOpen { lights[light].others = former }
    show(raw, on: light)
    lights[light].change = change
    lights[light].isTouched = true
    noteLesson(on: light)
    eventNumber += 1
    sendChange(of: light, source, time)
  }

  /// The user changes a light while no daemon runs. The next one reads it first, but takes it for
  /// the result of a failed write if the light is on record.
  func moveUnwatched(_ light: Int, _ place: Int) {
    guard let raw = freeLevel(of: light, near: place) else { return }
    tally.changes += 1
    if records[lights[light].id] == nil { lights[light].choose(raw, isSure: true) }
    lights[light].change = UserChange(level: raw, former: [], isOpen: true)
    show(raw, on: light)
    lights[light].isTouched = true
  }

  /// The user has changed a light. A write of the desktop that is under way does not reach it,
  /// since it would be lost with that, whatever the daemon does.
  func show(_ raw: Int, on light: Int) {
    lights[light].desktop?.dropWrite()
    lights[light].shown = raw
    tellDesktop(of: light)
  }

  private func light(_ number: Int) -> Int {
    let busy = lights.indices.filter { isHeld($0) || lights[$0].isBeingSet || lights[$0].place != .elsewhere }
    return number < lights.count || busy.isEmpty ? number % lights.count : busy[number % busy.count]
  }

  /// A level that the daemon cannot take for its own: one that it knows is no change to it.
  private func freeLevel(of light: Int, near place: Int) -> Int? {
    let known = lights[light]
    guard mayMove(known) else { return nil }
    let expected = Expectation(of: known, claims(on: light)).levels
    let first = max(known.floor, place * known.maximum / 1000)
    return (first...first + 9).first { raw in
      let isKnown = known.knows(raw)
      return raw <= known.maximum && !isKnown && !known.mayBeEcho(raw) && known.settled(raw) == raw
        && !expected.contains(raw) && raw != records[known.id]
    }
  }

  private func mayMove(_ known: SimulatedLight) -> Bool {
    known.isHealthy && known.isKnown == isServing && !known.needsChoice && known.rounding == nil
      && now >= known.doubtfulUntil
      && !isUncertain && kernel.pointee.struck == nil
  }

  /// A scene that may end by the change would leave open which calls of its client still have a
  /// meaning: the client ends at the same time.
  func endCancelledClients(of light: Int) {
    for client in clients {
      let ends = client.scenes.contains { $0.plan.policy == .cancel && $0.plan.covers(lights[light], number: light) }
      if ends { leave(client) }
    }
  }

  /// Notes which scenes yield to a change: for certain those whose lights the daemon has read, and
  /// which were in force then.
  private func noteScenes(in change: inout UserChange, _ light: Int) {
    let former = lights[light].change
    let isQuiet = isQuiet
    for client in clients where !isSuspended(client) {
      for scene in client.scenes where scene.plan.policy == .yield && scene.plan.covers(lights[light], number: light) {
        guard let appearance = scene.appearance, !scene.yielded.contains(light) else { continue }
        let isSure = isQuiet && scene.isSettled || former?.yielding.contains(appearance) == true
        if isSure { change.yielding.insert(appearance) } else { change.maybeYielding.insert(appearance) }
      }
    }
  }

  private func sendChange(of light: Int, _ source: ChangeSource, _ time: EventTime) {
    if time == .never, lights[light].isLED { return }
    if lights[light].events.isEmpty {
      lights[light].delay =
        switch time {
        case .atOnce: .none
        case .after(let steps): .until(step: next + steps)
        case .withNext, .never: .untilNext
        }
    }
    if case .none = lights[light].delay {} else { lights[light].lateChange = eventNumber }
    send("change", light, ["SOURCE=\(source.rawValue)"])
  }
}

/// What the daemon has learned of a change.
extension World {
  func noteRead(of light: Int) {
    if kernel.pointee.is_dead != 0 { return }
    lights[light].noteAccess(lights[light].shown, isWrite: false)
    if lights[light].change?.stage == .unread { lights[light].change?.stage = .read }
  }

  /// Nothing is written over a level of the user's that the daemon has not read, or that is not on
  /// record, unless the user has chosen another one.
  func noteWrite(of level: Int, to light: Int) {
    lights[light].noteAccess(level, isWrite: true)
    lights[light].maySeemRounded = false
    lights[light].newestWrite = eventNumber
    guard let change = lights[light].change, change.stage != .overwritten else { return }
    lights[light].change?.stage = .overwritten
    if isUncertain || kernel.pointee.struck != nil || level == change.level { return }
    let id = lights[light].id
    if change.stage == .unread { fail("\(id) was written \(level) over \(change.level), which was not read") }
    if change.stage == .read, !change.isOpen, records[id] != change.level {
      fail("\(id) was written \(level) over \(change.level) without a record of that")
    }
  }

  /// Whether no job is under way but those that hang.
  var isQuiet: Bool {
    let hanging = lights.count { $0.hangs && $0.place != .elsewhere }
    return thread_count() == hanging + (room.fault == .hangs && room.isWaiting ? 1 : 0)
  }

  /// The daemon has nothing to do: what it has read until now it has dealt with.
  func settle() {
    for light in lights.indices {
      lights[light].isBeingSet = false
      lights[light].hasLateEvent = false
      lights[light].mayBeRepeated = false
      guard let change = lights[light].change, change.stage == .read || change.stage == .overwritten else { continue }
      lights[light].change = nil
      // What was read without an event is a lesson only now.
      noteLesson(on: light)
      for client in clients { client.yield(to: change, on: parts(of: light)) }
    }
    for client in clients { client.settle() }
  }

  /// Something else happens while the daemon deals with a change: it may take either for the older
  /// one.
  func coincide(with light: Int) {
    guard !isQuiet, var change = lights[light].change else { return }
    noteScenes(in: &change, light)
    change.open()
    lights[light].change = change
  }

  /// Notes that a `Set` begins, and returns what may be the base level in its place: an unread
  /// change is older, but while the daemon moves the light it takes what it finds for newer. Nor
  /// does it write a level again that it takes for rounded.
  func choicesBeforeSet(of light: Int) -> [SimulatedLight.Choice] {
    lights[light].isBeingSet = true
    lights[light].change?.open()
    let isMoving = !isQuiet || now < lights[light].mayDifferUntil
    let isOpen = isMoving && lights[light].change != nil || lights[light].maySeemRounded
    return isOpen ? [lights[light].choice] + lights[light].others : []
  }

  /// Scenes that have appeared since a change may yield to its event.
  func repeatChange(of light: Int) {
    guard lights[light].change == nil else { return learnLate(light) }
    endCancelledClients(of: light)
    var change = UserChange(level: lights[light].base, former: [])
    noteScenes(in: &change, light)
    change.openYields()
    for client in clients { client.yield(to: change, on: parts(of: light)) }
  }

  /// Scenes appear, or are suspended, or go on: a change that the daemon has not dealt with
  /// concerns those that take part when it does, or none if it is found before the first write.
  func learnLate(_ light: Int) {
    guard var change = lights[light].change else {
      if lights[light].mayBeRepeated { repeatChange(of: light) }
      return
    }
    endCancelledClients(of: light)
    noteScenes(in: &change, light)
    change.openYields()
    lights[light].change = change
  }

  var suspended: Set<Int> { Set(clients.filter(isSuspended).map(\.number)) }

  /// What a light shows after a sleep is no user's choice, also where it was one before.
  func loseChangeInSleep(_ light: Int) {
    guard lights[light].change != nil else { return }
    lights[light].change?.open()
    lights[light].others += lights[light].change?.former ?? []
    lights[light].candidates.formUnion(lights[light].others.map(\.raw))
  }

  /// Whether a scene ended at once if the daemon read a change only after it had appeared.
  func mayBeCancelled(_ plan: ScenePlan) -> Bool {
    plan.policy == .cancel
      && lights.indices.contains { lights[$0].change != nil && plan.covers(lights[$0], number: $0) }
  }

  /// Whether a scene may have yielded somewhere or not, or may end where it appears.
  func isOpen(_ client: SimulatedClient, _ number: Int) -> Bool {
    guard !client.scenes.isEmpty else { return false }
    let scene = client.scenes[number % client.scenes.count]
    guard let appearance = scene.appearance else { return mayBeCancelled(scene.plan) }
    let changes = lights.compactMap(\.change)
    return !scene.mayHaveYielded.isEmpty
      || changes.contains { $0.yielding.contains(appearance) || $0.maybeYielding.contains(appearance) }
  }

  /// Another change follows: who yields to this one is left open.
  func dropChange(of light: Int) {
    guard var change = lights[light].change else { return }
    change.open()
    for client in clients { client.yield(to: change, on: parts(of: light)) }
    lights[light].change = nil
  }

  /// What the daemon did of a step is not known: it may have read a change or not.
  func leaveChangeOpen(of light: Int) {
    // What the daemon took for rounding it keeps taking for that.
    if !lights[light].maySeemRounded { lights[light].others = [] }
    guard let change = lights[light].change else { return }
    dropChange(of: light)
    guard change.stage == .unread else { return }
    lights[light].change = UserChange(level: change.level, former: change.former, isOpen: true)
  }

  /// The daemon is gone: one with a record brings back what is on record, and knows nothing of a
  /// change that its predecessor had not read.
  func forgetChange(of light: Int) {
    lights[light].isBeingSet = false
    lights[light].place = .elsewhere
    lights[light].latest = []
    lights[light].maySeemRounded = false
    lights[light].newestWrite = nil
    guard let level = lights[light].change?.level else { return }
    dropChange(of: light)
    if lights[light].shown == level { lights[light].change = UserChange(level: level, former: [], isOpen: true) }
  }
}

extension SimulatedClient {
  fileprivate func yield(to change: UserChange, on parts: [Int]) {
    for index in scenes.indices {
      guard let appearance = scenes[index].appearance else { continue }
      for light in parts where !scenes[index].yielded.contains(light) {
        if change.yielding.contains(appearance) { scenes[index].yield(on: light) }
        if change.maybeYielding.contains(appearance) { scenes[index].mayHaveYielded.insert(light) }
      }
    }
  }

  /// A covered scene comes to decide when the one above it ends, as one that has just appeared.
  fileprivate func settle() {
    let topmost = topmost
    for index in scenes.indices where scenes[index].appearance != nil {
      scenes[index].isSettled = scenes[index].number == topmost
    }
  }
}

extension SimulatedLight {
  /// Whether the daemon may take a level for GNOME's answer to one that it knows: that is the next
  /// lower one, and to that maybe the one below. If GNOME has rounded one, it may write another.
  func mayBeEcho(_ raw: Int) -> Bool {
    guard device.subsystem == "backlight" else { return false }
    return (1...2).contains { knows(raw + $0) } || latest.contains(raw) && latest.contains { answered($0) != $0 }
  }

  /// Whether the daemon may know a level as its own.
  fileprivate func knows(_ raw: Int) -> Bool {
    raw == shown || candidates.contains(raw) || latest.contains(raw) || others.contains { $0.raw == raw }
  }
}
