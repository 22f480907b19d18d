import BrightnessModel
import SimulatedKernel

/// Whether the model expects a light to follow the light in the room.
enum Following {
  case off, on
  /// A call that changes it may have been carried out or not.
  case open
}

/// Automatic brightness: what the daemon makes of the room, and what of that the model accepts.
extension World {
  /// Notes the lights whose base levels the daemon has moved. It has saved that before it writes
  /// one.
  func noteAdaptations() {
    guard following.values.contains(where: { $0 != .off }) else { return }
    let text = text(at: "\(state)/automatic") ?? ""
    guard text != automatic.text else { return }
    let (former, wasStale) = (automatic, isAutomaticStale)
    automatic = AutomaticRecord(text)
    if !isUncertain { isAutomaticStale = false }
    for (id, follower) in automatic.lights.sorted(by: { $0.key < $1.key }) {
      guard let light = lights.firstIndex(where: { $0.id == id }) else { continue }
      note(follower, light, after: former.lights[id], isKnown: !wasStale && !isUncertain)
    }
  }

  /// Only an adaptation notes the level before it.
  private func note(
    _ follower: AutomaticRecord.Follower,
    _ light: Int,
    after before: AutomaticRecord.Follower?,
    isKnown: Bool
  ) {
    guard let level = follower.level, let share = Double(level) else { return }
    // Until the next daemon finishes an adaptation that its predecessor died in, the level stands
    // for no light.
    let isFinished = before?.light == nil && follower.light != nil
    // An adaptation may lead to the level of the former record: one of another LED, or one after
    // others that could not be saved.
    let isNew = follower.former != nil && (follower.former != before?.former || isFinished)
    guard level != before?.level || isNew else { return }
    let isAdaptation = isNew || follower.former != nil && follower.former == before?.level
    guard isAdaptation || !isKnown && !isTakenOver(level, follower, light) else { return }
    if isKnown { check(follower, share, light) }
    tally.adaptations += 1
    adaptations[lights[light].id, default: []].append(now)
    for part in parts(of: light) { adapt(part, to: level) }
  }

  /// Whether the daemon may have found the light at this level, and so moved nothing. It does not
  /// know of a change that it has not read, and it reads a light before it moves it.
  private func isTakenOver(_ level: String, _ follower: AutomaticRecord.Follower, _ light: Int) -> Bool {
    parts(of: light).contains { part in
      let known = lights[part]
      return known.step(share: level) == known.base || follower.former == nil && known.change?.stage == .unread
    }
  }

  /// A light moves if somebody has turned that on, if the light in the room is another one, and to
  /// the level of its curve in a light that was read.
  private func check(_ follower: AutomaticRecord.Follower, _ share: Double, _ light: Int) {
    let known = lights[light]
    let change = "\(known.id) adapts to \(share)"
    guard following[known.id] != .off, follower.mode == "on" else {
      return fail("\(change) in mode '\(follower.mode)', and is to be \(following[known.id] ?? .off)")
    }
    guard let place = automatic.room, room.hasRead(place) else {
      return fail("\(change) in a light in the room that was not read: \(automatic.room ?? -1)")
    }
    if calm.contains(known.id) { fail("\(change), and nothing in the room has changed") }
    let wanted = follower.wanted(in: place, floor: known.showsPicture ? 0.01 : 0)
    if abs(share - wanted) > 0.001 { fail("\(change), not to \(wanted)") }
  }

  /// The base level is another one, as after a `Set` that fades and to which nothing yields.
  private func adapt(_ light: Int, to level: String) {
    let former = lights[light].choice
    let raw = max(lights[light].step(share: level), lights[light].floor)
    lights[light].isTouched = true
    lights[light].candidates.insert(lights[light].shown)
    let others = choicesBeforeSet(of: light)
    lights[light].choose(raw, share: Double(level), isSure: false)
    lights[light].others = others.isEmpty && !isQuiet ? [former] : others
    lights[light].beginFade(to: raw)
    lights[light].mayDifferUntil = max(lights[light].mayDifferUntil, now + 2_100_000_000)
  }
}

/// Calls.
extension World {
  func changeAutomatic(_ client: SimulatedClient, _ change: AutomaticCall, _ number: Int?) {
    let light = number.map { $0 % lights.count }
    if let light, !parts(of: light).allSatisfy({ lights[$0].isPlugged && lights[$0].isKnown }) { return }
    let name = light.map { #""light":"\#(lights[$0].id)""# } ?? ""
    let isAllowed = mayChange(client.user)
    let call = SimulatedCall.automatic(change, light: light)
    send(
      client,
      call,
      "io.brightnessd.Automatic.\(change.rawValue)",
      "{\(name)}",
      isAllowed ? .done : .error("PermissionDenied")
    )
    guard isAllowed || isUncertain else { return }
    if room.noise > 0 || change != .turnOff { disturbRoom() }
    for id in targets(of: light) { following[id] = .open }
  }

  /// The names of the lights that a call is about. One without a light is about all screens, or
  /// about all lights that follow.
  private func targets(of light: Int?) -> [String] {
    if let light { return [name(of: light)] }
    return Array(following.keys) + lights.filter(\.showsPicture).map(\.id)
  }

  /// The name by which clients know a light.
  private func name(of light: Int) -> String { lights[parts(of: light)[0]].id }

  /// A call was carried out.
  func noteAutomatic(_ change: AutomaticCall, _ light: Int?) {
    guard let light, change != .forget else { return }
    following[name(of: light)] = change == .turnOn ? .on : .off
  }

  /// The user has set a level. It is a lesson in the light of this moment, to which others move.
  func noteLesson(on light: Int) {
    guard following[name(of: light)] ?? .off != .off else { return }
    calm.formIntersection([name(of: light)])
    room.disturb(at: timeAwake)
  }
}

/// At rest.
extension World {
  /// Compares the lights that follow with the room.
  func verifyAutomatic() {
    noteAdaptations()
    guard !isUncertain, !isAutomaticStale, isServing else { return }
    for (id, state) in following { verifyMode(of: id, state) }
    guard isQuiet, isRoomRead, room.isSteady(at: timeAwake), let place = automatic.room else { return }
    for light in lights.indices where parts(of: light)[0] == light { verifySteady(light, place) }
  }

  /// A light follows exactly if a client has turned that on.
  private func verifyMode(of id: String, _ state: Following) {
    let isOn = automatic.lights[id].map { $0.mode != "off" } ?? false
    switch state {
    case .open:
      let isAsked = clients.contains { $0.unanswered.contains(where: \.changesAutomatic) }
      if !isAsked { following[id] = isOn ? .on : .off }
    case .on: if !isOn { fail("\(id) does not follow the light in the room any more") }
    case .off: if isOn { fail("\(id) follows the light in the room, which nobody turned on") }
    }
  }

  /// In a room that is as it was for minutes, each light that follows shows the level of its curve.
  private func verifySteady(_ light: Int, _ place: Double) {
    let known = lights[light]
    guard following[known.id] == .on, let follower = automatic.lights[known.id], follower.mode == "on" else { return }
    guard known.isHealthy, known.isKnown, !known.needsChoice, !isSpent(known) else { return }
    guard known.change == nil, known.others.isEmpty, now >= known.mayDifferUntil else { return }
    let distance = abs(place - room.light)
    if distance > 48 { return fail("levels are those for a light of \(place) in a room of \(room.light)") }
    tally.steady += 1
    guard isThere(follower, known, place) else {
      return fail("\(known.id) is at \(known.share) in a steady light of \(place): \(follower)")
    }
    if distance < 20 { calm.insert(known.id) }
  }

  private func isThere(_ follower: AutomaticRecord.Follower, _ known: SimulatedLight, _ place: Double) -> Bool {
    // In between a keyboard stays as it is.
    let (dark, light) = (SimulatedRoom.steps(lux: 10), SimulatedRoom.steps(lux: 25))
    if follower.keyboard != nil { return follower.isDark ? place <= light : place >= dark }
    if known.kind == .monitor, let last = follower.light, abs(last - place) < 64 { return true }
    let wanted = follower.wanted(in: place, floor: known.showsPicture ? 0.01 : 0)
    let most = (known.kind == .monitor ? 0.02 : 0.01) + 1 / Double(known.maximum)
    return abs(wanted - known.share) <= most
  }

  /// Whether a light has moved so often that it may have to wait.
  private func isSpent(_ known: SimulatedLight) -> Bool {
    let recent = adaptations[known.id, default: []].count { now - $0 < 1_500_000_000_000 }
    return recent >= (known.kind == .monitor ? 11 : 19)
  }

  /// The daemon may have saved nothing of what it has decided, or not carried out a call.
  func leaveAutomaticOpen() {
    isAutomaticStale = true
    calm = []
    for id in following.keys { following[id] = .open }
  }

  /// Whether the base level may be that of an adaptation that was neither saved nor written,
  /// because the driver fails. It is written, or recorded by a hold, as soon as the driver works.
  func mayHaveUnsavedAdaptation(_ light: Int) -> Bool {
    isAutomaticStale && lights[light].needsChoice && following[name(of: light)] ?? .off != .off
  }

  /// Whether the base level is that of an adaptation that has not arrived, as far as was saved.
  func isAdapting(_ light: Int) -> Bool {
    guard let follower = automatic.lights[name(of: light)], follower.former != nil else { return false }
    return follower.level.map(lights[light].step(share:)) == lights[light].base
  }

  /// What a light shows on its way is no base level, unless it stays there.
  func awaitAdaptation(of light: Int) {
    let shown = lights[light].shown
    lights[light].others = [SimulatedLight.Choice(raw: shown, share: Double(shown) / Double(lights[light].maximum))]
    lights[light].mayDifferUntil = max(lights[light].mayDifferUntil, now + 2_100_000_000)
  }

  /// What is not saved of an adaptation may be shown.
  func allowUnsavedAdaptation(of light: Int) {
    if following[name(of: light)] ?? .off != .off { lights[light].candidates.insert(lights[light].shown) }
  }
}
