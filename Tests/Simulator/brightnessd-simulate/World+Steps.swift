import BrightnessModel
import Glibc
import HardwareTesting
import SimulatedKernel

/// Changes of the world while the daemon sleeps.
extension World {
  func sleeps() {
    noteAdaptations()
    if service.receive() { becomeReady() }
    if kernel.pointee.struck != nil { noteFailedCall() }
    let hasMore = collect()
    removeExpired()
    if violation != nil { return kill_daemon() }
    if hasMore { return }
    if isServing, isQuiet { settle() }
    guard isServing else { return start() }
    if let work = agenda.first {
      place = 1
      if work() { agenda.removeFirst() }
      return
    }
    takeStep()
  }

  /// Until the daemon is ready its threads run, and time passes where one hangs.
  private func start() {
    if runThreads() || letDesktopFinish() { return }
    guard kernel.pointee.alarm > now else {
      // The call that failed was the one that says so: systemd waits in vain, and starts it again.
      return isRepairDue ? kill_daemon() : fail("the daemon does not become ready")
    }
    passTime(until: kernel.pointee.alarm)
  }

  private func becomeReady() {
    // A daemon that starts has read what was saved; one that has reloaded its configuration may not
    // have saved what it knows.
    if !isServing, !isUncertain { isAutomaticStale = false }
    isServing = true
    disturbRoom()
    expectRepliesLater()
    if descriptors == nil, clients.isEmpty, !isRepairDue { descriptors = kernel.pointee.descriptors }
    agenda = [runUntilIdle, { [self] in catchUp() }, runUntilIdle, verify] + agenda
  }

  private func takeStep() {
    place = 0
    if isUncertain {
      uncertainSteps -= 1
      if uncertainSteps <= 0 { return becomeCertain() }
    }
    guard next < history.count else {
      if case .over = sequel { return }
      return conclude()
    }
    next += 1
    runs = 0
    place = 0
    deliverDueEvents()
    letDesktopAct()
    perform(history[next - 1])
  }

  /// Adds work to what is under way, before what follows.
  func then(_ work: [() -> Bool]) {
    agenda.insert(contentsOf: work, at: min(place, agenda.count))
    place += work.count
  }

  /// Performs a step that needs no daemon.
  func performWithout(_ step: Step) {
    switch step {
    case .connect(let user): connect(User.all[user % User.all.count])
    case .close(let number): if let client = client(number) { leave(client) }
    case .die(let number, let keepsSocket): if let client = client(number) { die(client, keepsSocket: keepsSocket) }
    case .seat(let change): moveSeat(change)
    case .desktop(let delay, let latency): beginDesktop(delay, latency)
    case .pass(let milliseconds): now += Int64(milliseconds) * 1_000_000
    case .moveNow(let light, let place, _, _): moveUnwatched(light % lights.count, place)
    case .room, .sensor, .plugSensor, .panelPower: changeRoom(step)
    case .unplug(let light): unplug(light % lights.count)
    case .plug(let light, let place, let asOther): plug(light % lights.count, place, asOther)
    default: break
    }
  }

  func perform(_ step: Step) {
    switch step {
    case .call(let number, let request): if let client = client(number) { call(client, request) }
    case .pipeline(let number, let count): if let client = client(number), client.isReading { pipeline(client, count) }
    case .sendStrange(let number, let choice): if let client = client(number) { sendStrange(client, choice) }
    case .finish(let number): if let client = client(number) { finish(client) }
    case .read(let number, let isReading): if let client = client(number) { change(client, isReading: isReading) }
    case .move(let light, let place, let source): move(light % lights.count, place, source)
    case .moveNow(let light, let place, let source, let time): moveNow(light, place, source, time)
    case .fault(let light, let fault): beginFault(light % lights.count, fault)
    case .heal(let light): heal(light % lights.count)
    case .hang(let light, let hangs): hang(light % lights.count, hangs)
    case .pass(let milliseconds): pass(milliseconds)
    case .resume(let seconds): resume(seconds)
    case .fullDisk(let isFull): fillDisk(isFull)
    case .runThread(let number, let files): runOne(number, files)
    case .runUntilIdle: then([runUntilIdle, verify])
    case .reload(let number): reload(number)
    case .kill, .killAt, .fail, .replace, .stop, .restore, .reboot: end(step)
    default: performWithout(step)
    }
  }
}

/// Pieces of work.
extension World {
  /// Runs every thread until it ends or hangs. Returns whether one went on.
  func runThreads() -> Bool {
    filesLeft = nil
    runs += 1
    if runs > 3000 { fail("the daemon never comes to rest") }
    var hasRun = false
    for index in (0..<thread_count()).reversed() where index < thread_count() {
      let (calls, count) = (kernel.pointee.calls, thread_count())
      run_thread(index)
      if kernel.pointee.calls != calls || thread_count() != count { hasRun = true }
    }
    return hasRun
  }

  /// Lets the daemon do everything that it can do now.
  func runUntilIdle() -> Bool { !runThreads() }

  /// Until the daemon has ended, which it does in some seconds though a light hangs.
  func waitForEnd() -> Bool {
    if runThreads() || letDesktopFinish() { return false }
    if kernel.pointee.alarm <= now { fail("the daemon does not end") }
    passTime(until: kernel.pointee.alarm)
    return false
  }

  private func runOne(_ number: Int, _ files: Int) {
    guard thread_count() > 0 else { return }
    filesLeft = files
    run_thread(CInt(number) % thread_count())
    filesLeft = nil
  }

  /// Lets time pass, in which the daemon does everything when it is due.
  func pass(_ milliseconds: Int) {
    let end = now + Int64(milliseconds) * 1_000_000
    then([{ [self] in hasPassed(until: end) }])
    then([runUntilIdle, verify])
  }

  private func hasPassed(until end: Int64) -> Bool {
    if runThreads() || letDesktopFinish() { return false }
    if now >= end { return true }
    let time = next_time()
    passTime(until: time > now && time < end ? time : end)
    return false
  }

  /// Until no light is on its way to another level any more.
  func endFades() -> Bool { hasPassed(until: lights.map(\.mayDifferUntil).max() ?? 0) }

  /// Lets time pass until then, or until the desktop writes.
  private func passTime(until time: Int64) { now = min(time, nextDesktopWrite ?? time) }

  private func resume(_ seconds: Int) {
    let nanoseconds = Int64(seconds) * 1_000_000_000
    now += nanoseconds
    kernel.pointee.suspended += nanoseconds
    for light in lights.indices { lights[light].desktop?.sleep(nanoseconds) }
    change_clock()
    disturbRoom()
    for light in lights.indices { loseChangeInSleep(light) }
    expectRepliesLater()
    then([runUntilIdle, verify])
  }
}

/// Clients.
extension World {
  func leave(_ client: SimulatedClient) {
    for scene in client.scenes { touch(scene.plan) }
    client.disconnect()
    clients.removeAll { $0 === client }
  }

  private func die(_ client: SimulatedClient, keepsSocket: Bool) {
    client.endProcess()
    guard keepsSocket else { return leave(client) }
    // A session is watched from its first scene on.
    if client.pushed > 0 { client.scenes = [] }
    client.mayBeEnded = true
  }

  private func finish(_ client: SimulatedClient) {
    client.hasFinished = true
    client.stopWriting()
    if client.unanswered.isEmpty { client.scenes = [] }
  }

  func change(_ client: SimulatedClient, isReading: Bool) {
    client.isReading = isReading
    expectReply(client)
    // The messages sent meanwhile may have been too many.
    client.mayBeEnded = client.mayBeEnded || !isReading && client.isStreaming
    addressed.insert(client.number)
  }
}

/// Lights.
extension World {
  /// The user changes a light, by a key or a program. It counts for certain where nothing of ours
  /// is under way.
  private func move(_ light: Int, _ place: Int, _ source: ChangeSource) {
    deliverEvents(of: light)
    then([
      runUntilIdle,
      { [self] in
        let known = lights[light]
        guard known.isHealthy, known.isKnown, !isUncertain, now >= known.mayDifferUntil else { return true }
        let raw = known.settled(max(known.floor, place * known.maximum / 1000))
        guard !known.candidates.contains(raw), !known.mayBeEcho(raw), raw != known.shown, records[known.id] != raw
        else { return true }
        // Without a source the event says only that the light may have changed: a level that the
        // daemon has written tells nothing.
        guard source != .unknown || !known.latest.contains(raw) else { return true }
        // Where a write has failed, a move to its level seems to be by the daemon; where the
        // reading after a sleep has failed, a move may have been made by the sleep.
        guard !known.needsChoice, !Expectation(of: known, claims(on: light)).levels.contains(raw) else { return true }
        eventNumber += 1
        lights[light].candidates.insert(known.shown)
        show(raw, on: light)
        lights[light].choose(raw, isSure: false)
        lights[light].isTouched = true
        lights[light].maySeemRounded = false
        dropChange(of: light)
        noteLesson(on: light)
        applyUserChange(light)
        send("change", light, ["SOURCE=\(source.rawValue)"])
        return true
      }, runUntilIdle, verify,
    ])
  }

  private func beginFault(_ light: Int, _ fault: Fault) {
    guard lights.count(where: { $0.fault != nil }) < 2, lights[light].change == nil else { return }
    // A driver that stops in the middle of a fade seems to round: the daemon accepts that.
    if fault == .ignored, now < lights[light].mayDifferUntil { return }
    lights[light].fault = fault
    if [.code(22), .code(30)].contains(fault) { lights[light].isRefusedForGood = true }
    noteFailure(of: light)
  }

  private func hang(_ light: Int, _ hangs: Bool) {
    if lights[light].change != nil { return }
    if lights[light].hangs != hangs { noteFailure(of: light) }
    lights[light].hangs = hangs
  }

  /// The driver works again, the kernel says so, and the user chooses a level: one that could not
  /// be written is not tried for ever.
  func heal(_ light: Int) {
    guard lights[light].fault != nil || lights[light].hangs || lights[light].needsChoice else { return }
    (lights[light].fault, lights[light].hangs, lights[light].awaitsEvent) = (nil, false, false)
    send("change", light)
    then([runUntilIdle, { [self] in catchUp() }, { [self] in chooseAnew(light) }, runUntilIdle])
    pass(66_000)
  }

  private func chooseAnew(_ light: Int) -> Bool {
    // A keyboard can be set when the daemon has read each of its LEDs.
    guard lights[light].needsChoice, lights[light].isHealthy,
      parts(of: light).allSatisfy({ lights[$0].isPlugged && lights[$0].isKnown }),
      let root = connect(User.all[0])
    else { return true }
    // The level of a claim is not tried again either, nor written once more where the driver
    // rounded it: the next rest is soon enough.
    let known = lights[light]
    if known.isRefusedForGood || known.rounding != nil, !claims(on: light).isEmpty { return true }
    // Another one than before: what the driver has made of that still counts for it.
    let percent = (37...39).first { ![known.shown, known.base].contains(known.step(percent: $0)) } ?? 37
    lights[light].mayDifferUntil = now + 65_000_000_000
    call(root, .set(light: light, percent: percent, fade: nil))
    then([runUntilIdle, { [self] in finishChoice(of: light, by: root) }])
    return true
  }

  private func finishChoice(of light: Int, by root: SimulatedClient) -> Bool {
    guard root.isOpen else { return true }
    // Where a file could not be opened since the event, the choice was refused, and the light waits
    // for another event.
    for part in parts(of: light) where root.unanswered.isEmpty && lights[part].isHealthy && !lights[part].awaitsEvent {
      (lights[part].needsChoice, lights[part].isRefusedForGood) = (false, false)
    }
    leave(root)
    return true
  }

  /// After a start: lights that were healed while no daemon ran.
  private func catchUp() -> Bool {
    for light in lights.indices where lights[light].isHealthy { lights[light].isKnown = true }
    return true
  }

  /// All LEDs of a keyboard go and come together.
  private func unplug(_ light: Int) {
    guard lights[light].isPlugged else { return }
    for part in parts(of: light) {
      // Whether the daemon had written it decides which level it takes for the user's.
      if lights[part].candidates.count > 1 || lights[part].fade != nil { becomeUncertain() }
      lights[part].isPlugged = false
      lights[part].isKnown = false
      lights[part].desktop?.dropWrite()
      files.remove(lights[part].device)
      deliverEvents(of: part)
      eventNumber += 1
      send("remove", part)
    }
    disturbRoom()
  }

  func plug(_ light: Int, _ place: Int, _ asOther: Bool) {
    guard !lights[light].isPlugged else { return }
    let parts = parts(of: light)
    let isHeld = clients.contains { $0.scenes.contains { $0.plan.covers(lights[light], number: light) } }
    let isKept = isHeld || parts.contains { lights[$0].isTouched } || !records.isEmpty || isUncertain
    for part in parts { plug(part, place, asOther, isKept: isKept) }
    if light == 0 { lightPanel(room.isPanelLit) }
    disturbRoom()
    then([runUntilIdle, { [self] in catchUp() }, runUntilIdle, verify])
  }

  private func plug(_ light: Int, _ place: Int, _ asOther: Bool, isKept: Bool) {
    lights[light].isPlugged = true
    // Whether the daemon had written what the user chose last decides which level it goes on with.
    let isOpen = lights[light].candidates.count > 1 || lights[light].fade != nil
    if isOpen {
      becomeUncertain()
      // Also a step of a fade, where it finds the light.
      lights[light].candidates.insert(lights[light].shown)
    }
    // Another name where the daemon has nothing to bring back: that rule has tests of its own.
    if asOther, !isKept { lights[light].variant = (lights[light].variant + 1) % lights[light].variants.count }
    if !isKept {
      let raw = lights[light].settled(max(lights[light].floor, place * lights[light].maximum / 1000))
      lights[light].shown = raw
      lights[light].choose(raw, isSure: true)
    }
    try? files.add(lights[light].device)
    eventNumber += 1
    send("add", light)
  }

  private func moveSeat(_ change: SeatChange) {
    let former = suspended
    seat.take(change)
    writeSeat()
    disturbRoom()
    if suspended != former { for light in lights.indices { learnLate(light) } }
    for light in lights.indices where clients.contains(where: { !$0.scenes.isEmpty }) { lights[light].isTouched = true }
  }
}
