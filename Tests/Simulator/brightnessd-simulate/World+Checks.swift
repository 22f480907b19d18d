import BrightnessModel
import Glibc
import SimulatedKernel

/// Checks after each step.
extension World {
  /// The claims that count on a light, in the order in which they are applied.
  func claims(on light: Int, yielded: Set<Int> = []) -> [ScenePlan.Claim] {
    var found: [(priority: Int, appearance: Int, claims: [ScenePlan.Claim])] = []
    for client in clients where !isSuspended(client) {
      guard let scene = client.scenes.last(where: { $0.appearance != nil }), let appearance = scene.appearance,
        !scene.yielded.contains(light), !yielded.contains(appearance)
      else { continue }
      let claims = scene.plan.claims.filter { $0.covers(lights[light], number: light) }
      let priority = scene.plan.priority == .low ? 0 : scene.plan.priority == .normal ? 1 : 2
      found.append((priority, appearance, claims))
    }
    return found.sorted { ($0.priority, $0.appearance) < ($1.priority, $1.appearance) }.flatMap(\.claims)
  }

  /// Each light that nothing hinders shows what it must.
  func verify() -> Bool {
    verifyCalls()
    let isClear = !isUncertain && !isNearDeadline
    tally.skipped += isClear ? 0 : lights.count
    guard isClear else { return true }
    tally.skipped += lights.count { !$0.isHealthy || !$0.isKnown }
    let records = records
    for light in lights.indices where lights[light].isHealthy && lights[light].isKnown { verify(light, records) }
    verifyAutomatic()
    return true
  }

  private func verify(_ light: Int, _ records: [String: Int]) {
    let state = lights[light]
    guard now >= state.mayDifferUntil, !state.needsChoice, !isOpen(light) else { return tally.skipped += 1 }
    guard decide(light) else { return }
    let known = lights[light]
    let claims = claims(on: light)
    if claims.isEmpty { tally.free += 1 } else { tally.held += 1 }
    lights[light].candidates = Set([known.base] + known.others.map(\.raw))
    lights[light].rounding = nil
    lights[light].fade = nil
    guard claims.isEmpty, known.shows(known.base), known.others.isEmpty else { return }
    if let raw = records[known.id] { fail("\(known.id) is at rest, and \(raw) on record") }
    if !isHeld(light) { lights[light].isTouched = false }
  }

  /// Whether a light cannot be compared: the daemon may not know of a change by the user.
  private func isOpen(_ light: Int) -> Bool {
    parts(of: light).contains { lights[$0].change != nil || lights[$0].maySeemRounded }
  }

  /// Whether a light shows its base level, or another that may be it and was never compared. No
  /// write follows where the daemon took a change before a read back for newer than a later `Set`.
  private func rests(_ light: Int) -> Bool {
    let known = lights[light]
    return known.shows(known.base) || isOpen(light) && known.others.contains { $0.raw == known.shown }
  }

  /// Whether a scene that has appeared has a claim on a light.
  func isHeld(_ light: Int) -> Bool {
    clients.contains { $0.scenes.contains { $0.appearance != nil && $0.plan.covers(lights[light], number: light) } }
  }

  /// The daemon may write a light if it was given a reason, and a level that is not the user's only
  /// with the user's on record.
  func checkWrite(of level: Int, to light: Int) {
    let known = lights[light]
    if isUncertain || kernel.pointee.struck != nil { return }
    if !known.isTouched { fail("\(known.id) was written \(level) for no reason") }
    if known.isCandidate(level) { return }
    guard let raw = records[known.id] else {
      if mayHaveUnsavedAdaptation(light) {
        lights[light].candidates.insert(level)
      } else {
        fail("\(known.id) was written \(level) without a record of \(known.candidates)")
      }
      return
    }
    if mayHaveUnsavedAdaptation(light) {
      lights[light].candidates.insert(raw)
    } else if !known.mayBeRecorded(raw) {
      fail("\(known.id) was written with \(raw) on record, not \(known.candidates)")
    }
  }

  /// Everything is repaired, all clients leave, and time passes.
  func conclude() {
    sequel = .over
    deliverAllEvents()
    becomeCertain()
    then(lights.indices.map { light in { [self] in repair(light) } })
    then([{ [self] in repairRoom() }])
    pass(61_000)
    pass(61_000)
    pass(61_000)
    then([endFades, { [self] in learn() }, endFades, runUntilIdle, verify, { [self] in checkRest() }])
    then([{ [self] in stopAtLast() }, waitForEnd])
  }

  private func repair(_ light: Int) -> Bool {
    plug(light, 500, false)
    heal(light)
    return true
  }

  private func checkRest() -> Bool {
    if !clients.isEmpty { fail("clients are left: \(clients.map(\.number))") }
    for light in lights.indices where !rests(light) || !lights[light].isKnown {
      fail("\(lights[light].id) rests at \(lights[light].shown), not at \(lights[light].base)")
    }
    if !records.isEmpty { fail("\(records) are on record at rest") }
    if service.storedCount > 0 { fail("\(service.storedCount) connections are stored at rest") }
    if thread_count() > 0 { fail("\(thread_count()) threads are left at rest") }
    let open = kernel.pointee.descriptors - alarm_count()
    if let descriptors, open != descriptors {
      fail("the daemon has \(open) descriptors at rest, and had \(descriptors): \(openFiles)")
    }
    return true
  }

  /// What the daemon's descriptors refer to.
  private var openFiles: [String] {
    (0..<CInt(MOST_DESCRIPTORS)).filter { is_open_in_daemon($0) != 0 }.map { number in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { name in
        let length = readlink("/proc/self/fd/\(number)", name.baseAddress!, name.count)
        return "\(number) \(String(decoding: name.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self))"
      }
    }
  }

  private func stopAtLast() -> Bool {
    kill(getpid(), SIGTERM)
    return true
  }

  /// After the daemon's last end.
  func checkEnd() {
    for light in lights where !light.shows(light.base) {
      fail("\(light.id) shows \(light.shown) at the end, not \(light.base)")
    }
    if kernel.pointee.descriptors != 0 { fail("\(kernel.pointee.descriptors) descriptors are left at the end") }
  }
}

/// Where a step was cut in the middle, the model cannot know what the daemon did of it.
extension World {
  func becomeUncertain() {
    if !isUncertain { uncertainSteps = 8 }
    isUncertain = true
    forgetSessions()
    leaveAutomaticOpen()
    deliverAllEvents()
    for client in clients { client.mustEnd = false }
    for light in lights.indices {
      (lights[light].isTouched, lights[light].mayDifferUntil) = (true, now + 65_000_000_000)
      leaveChangeOpen(of: light)
    }
  }

  /// All clients leave: then each light must show a level that the user may have chosen.
  func becomeCertain() {
    kernel.pointee.is_full = 0
    (kernel.pointee.death, kernel.pointee.failure) = (0, 0)
    awaitReplies()
    then([{ [self] in letAllLeave() }])
    if isRepairDue { then([{ [self] in readAnew() }]) }
    pass(isUncertain ? 66_000 : 100)
    then([{ [self] in learn() }, runUntilIdle, verify])
  }

  private func letAllLeave() -> Bool {
    for client in clients { leave(client) }
    return true
  }

  /// Repeats every event that the daemon may have missed where a call failed.
  private func readAnew() -> Bool {
    isRepairDue = false
    for light in lights.indices { send("change", light) }
    tellOfSensor("change")
    kill(getpid(), SIGHUP)
    return true
  }

  private func learn() -> Bool {
    guard isUncertain else { return true }
    isUncertain = false
    forgetSessions()
    let records = records
    disturbRoom()
    for light in lights.indices where lights[light].isPlugged {
      lights[light].isTouched = true
      allowUnsavedAdaptation(of: light)
      // One that cannot be read may have been forgotten until it can.
      if !lights[light].isHealthy { lights[light].isKnown = false }
      if lights[light].isHealthy, !lights[light].needsChoice { learn(light, records) }
    }
    return true
  }

  private func learn(_ light: Int, _ records: [String: Int]) {
    let known = lights[light]
    if !known.isCandidate(known.shown) {
      fail("\(known.id) shows \(known.shown) without clients, not \(known.candidates)")
    }
    if records[known.id] != nil { fail("\(known.id) is on record without clients") }
    if known.shown != known.base {
      if isAdapting(light) { return awaitAdaptation(of: light) }
      lights[light].choose(known.shown, isSure: false)
    }
    lights[light].fade = nil
  }

  func fillDisk(_ isFull: Bool) {
    if isFull { becomeUncertain() }
    kernel.pointee.is_full = isFull ? 1 : 0
  }
}
