import BrightnessModel
import Daemon
import Hardware
import HardwareTesting

@testable import Brightness

extension DaemonWorld {
  mutating func hold(_ session: Int, _ scene: Scene, fade: Bool) {
    if scenes[session] == nil {
      appearances += 1
      scenes[session] = scene
    }
    daemon.beginHold(session, scene.rule, of: scene.selector, scene.onChange, fade: fade ? .milliseconds(200) : nil)
  }

  mutating func suspend(_ session: Int, _ isSuspended: Bool) {
    if isSuspended { suspended.insert(session) } else { suspended.remove(session) }
    let seat = Seat(active: 999, users: Set(suspended.map { UInt32(1000 + $0) }).union([999]))
    daemon.handle(.seatRead(seat, isEvent: false))
  }

  /// An external change is only certain to be one while no job of ours is in flight.
  mutating func move(_ light: Int, _ place: Double, _ source: ChangeSource) throws {
    daemon.runUntilIdle()
    if daemon.files.isDead { return }
    check()
    let device = expected[light].device
    guard expected[light].isPlugged, violation == nil, let view = daemon.lights[device.id] else { return }
    let raw = Int(place * Double(view.range.maximum))
    // A light at its former level may be there because a write failed.
    if expected[light].attempted.contains(raw) || [daemon.level(device), view.base.setting.raw].contains(raw) {
      return
    }
    applyUserChange(light)
    try daemon.move(device, to: raw, by: source)
    // A daemon that dies before it reads the light does not know the change.
    expected[light].isUncertain = daemon.files.isDead
    if daemon.files.isDead { return }
    expected[light].base = RecordedBase(Base(view.range.setting(raw: raw)), in: view.range)
    expected[light].attempted = []
    endFade(light)
  }

  /// Only on a free light can a change without an event be detected later.
  mutating func moveSilently(_ place: Double) throws {
    daemon.runUntilIdle()
    if daemon.files.isDead { return }
    check()
    let device = expected[2].device
    guard expected[2].isPlugged, violation == nil, let view = daemon.lights[device.id], view.state == .free else {
      return
    }
    guard daemon.claimCount(of: device) == 0 else { return }
    let raw = Int(place * Double(view.range.maximum))
    expected[2].base = RecordedBase(Base(view.range.setting(raw: raw)), in: view.range)
    expected[2].isUncertain = true
    // A failed write may leave the light at this level.
    expected[2].attempted.insert(raw)
    endFade(2)
    try daemon.moveSilently(device, to: raw)
  }

  mutating func set(_ light: Int, _ level: Level, _ fade: Bool) throws {
    let device = expected[light].device
    guard expected[light].isPlugged, daemon.isRead(device) else { return }
    applyUserChange(light)
    expected[light].isUncertain = true
    endFade(light)
    if fade { expected[light].fadeStart = daemon.level(device) }
    expected[light].formerRestore = daemon.pendingRestore(of: device)
    let view = daemon.lights[device.id]
    // The base may be the level before a failed write.
    expected[light].attempted.formUnion(
      [daemon.level(device), view?.target.raw, view?.base.setting.raw].compactMap(\.self)
    )
    daemon.beginSet(level, of: device, fade: fade ? .milliseconds(200) : nil)
    expected[light].base = daemon.lights[device.id].map { RecordedBase($0.base, in: $0.range) }
  }

  /// A fade that a driver stops at a step looks like a level that it rounds to that step.
  mutating func noteFadeStop(_ light: Int) {
    let level = daemon.level(expected[light].device)
    if let start = expected[light].fadeStart, level != start { expected[light].fadeStop = level }
  }

  private mutating func endFade(_ light: Int) {
    (expected[light].fadeStart, expected[light].fadeStop) = (nil, nil)
  }

  mutating func applyUserChange(_ light: Int) {
    let device = expected[light].device
    for (session, scene) in scenes where scene.selector.covers(device.id, kind: device.kind) {
      if scene.onChange == .rebase || scene.yielded.contains(light) || suspended.contains(session) { continue }
      if scene.onChange == .cancel { scenes[session] = nil } else { scenes[session]?.yielded.insert(light) }
    }
  }

  mutating func unplug(_ light: Int) throws {
    guard expected[light].isPlugged else { return }
    expected[light].isPlugged = false
    try daemon.unplugSilently(expected[light].device)
    daemon.takeTurn()
    forgetIfFree(light)
  }

  mutating func plug(_ light: Int, _ maximum: Int, _ place: Double, _ underOtherName: Bool) throws {
    guard !expected[light].isPlugged else { return }
    let variants = expected[light].variants
    let former = expected[light].device
    let variant = underOtherName ? variants.first { $0.name != former.name } ?? former : former
    let raw = Int(place * Double(maximum))
    let device = variant.with(["max_brightness": .text("\(maximum)\n"), "brightness": .text("\(raw)\n")])
    let isKnown = daemon.lights[former.id] != nil && device.name == former.name || daemon.isRecorded(former)
    expected[light].isPlugged = true
    expected[light].device = device
    expected[light].attempted = [raw]
    endFade(light)
    if !isKnown {
      expected[light].isOurs = false
      for session in scenes.keys { scenes[session]?.yielded.remove(light) }
    }
    if let range = device.range {
      let base = expected[light].isOurs || daemon.isRecorded(former) ? expected[light].base?.base(in: range) : nil
      expected[light].base = RecordedBase(base ?? Base(range.setting(raw: raw)), in: range)
    }
    expected[light].isUncertain = !daemon.isRecorded(former) || expected[light].isUncertain
    try daemon.plugSilently(device)
    daemon.takeTurn()
  }

  mutating func die() throws {
    (scenes, suspended) = ([:], [])
    let recorded = expected.map { daemon.isRecorded($0.device) }
    daemon.kill()
    daemon.files.die(after: .max)
    for light in expected.indices where violation == nil { loseMemory(light, wasRecorded: recorded[light]) }
    try daemon.start()
    daemon.runUntilIdle()
  }

  private mutating func loseMemory(_ light: Int, wasRecorded: Bool) {
    let known = expected[light]
    expected[light].isOurs = wasRecorded
    if wasRecorded { return }
    expected[light].base = nil
    expected[light].attempted = []
    defer { endFade(light) }
    guard known.isPlugged, let level = daemon.level(known.device), let base = known.base else { return }
    if !known.isUncertain, !isBase(level, base, of: light) {
      violation =
        "\(known.device.name) shows \(level) and not \(base.text) when the program dies, and nothing is on record"
    }
  }

  private mutating func forgetIfFree(_ light: Int) {
    if !expected[light].isOurs, !daemon.isRecorded(expected[light].device) { expected[light].base = nil }
  }

  /// Reads the base of every light.
  mutating func readAll() {
    for light in expected.indices {
      guard let view = daemon.lights[expected[light].device.id] else { continue }
      expected[light].base = RecordedBase(view.base, in: view.range)
    }
  }
}

extension DaemonWorld {
  mutating func check() {
    noteAttempts()
    for light in expected.indices where violation == nil && expected[light].isPlugged {
      let device = expected[light].device
      guard daemon.isRead(device), let view = daemon.lights[device.id] else { continue }
      checkBase(light, view)
      checkTarget(light, view)
      expected[light].isOurs = view.state != .free
    }
  }

  private mutating func checkBase(_ light: Int, _ view: LightView) {
    let known = expected[light]
    let base = RecordedBase(view.base, in: view.range)
    guard let wanted = known.base, !known.isUncertain else {
      expected[light].base = base
      if isCertain(light, view) { expected[light].isUncertain = false }
      return
    }
    if wanted.base.setting.raw != view.base.setting.raw {
      violation = "\(known.device.name) has the base \(base.text), not \(wanted.text)"
    }
    expected[light].base = base
  }

  /// Whether the user's level is on record, or shown with no job in flight.
  private func isCertain(_ light: Int, _ view: LightView) -> Bool {
    let device = expected[light].device
    if let restore = daemon.pendingRestore(of: device) {
      // A job in flight may still record the level before.
      guard daemon.isIdle || restore != expected[light].formerRestore else { return false }
      return (restore.share, restore.maximum) == (view.base.setting.share.exactText, view.range.maximum)
    }
    return view.state == .free && daemon.isIdle && daemon.level(device) == view.base.setting.raw
  }

  private mutating func checkTarget(_ light: Int, _ view: LightView) {
    let device = expected[light].device
    let claims = scenes.filter { !$0.value.yielded.contains(light) && !suspended.contains($0.key) }.filter {
      $0.value.selector.covers(device.id, kind: device.kind)
    }
    let inForce = claims.map { session, scene in
      ClaimInForce(
        scene.rule,
        key: daemon.running!.holders[session]!,
        place: ClaimInForce.Place(SceneRank(.normal, appearance: scene.appearance))
      )
    }
    var stack = ClaimStack()
    for claim in inForce { stack.put(claim) }
    let verdict = stack.verdict(on: view.base, in: view.range)
    if view.decider != verdict.decider { violation = "\(device.name): \(view.decider as Any) decides, not \(verdict)" }
    if view.decider != nil, view.target != verdict.target {
      violation = "\(device.name): \(view.target) for \(verdict)"
    }
  }

  private mutating func noteAttempts() {
    for line in daemon.files.takeWritten() {
      let parts = line.split(separator: " ")
      guard let raw = Int(parts[1]) else { continue }
      for light in expected.indices where expected[light].variants.contains(where: { $0.name == parts[0] }) {
        expected[light].attempted.formUnion([raw, raw / 7 * 7])
      }
    }
  }
}

extension FakeDevice {
  var kind: LightKind { subsystem == "leds" ? .keyboard : name.hasPrefix("ddcci") ? .monitor : .panel }

  var range: LightRange? { LightRange(maximum: number("max_brightness"), scale: .linear, kind: kind) }

  func number(_ file: String) -> Int {
    guard case .text(let text) = files[file] else { return 0 }
    return Int(text.split(separator: "\n").first ?? "") ?? 0
  }
}

extension RecordedBase {
  var text: String { "\(base.setting.raw) of \(range.maximum)" }
}
