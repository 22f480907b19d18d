import Daemon
import Hardware
import HardwareTesting

@testable import Brightness

extension KeeperWorld {
  mutating func hold(_ session: Int, _ scene: Scene, fade: Bool) {
    if scenes[session] == nil {
      appearances += 1
      scenes[session] = scene
    }
    desk.beginHold(session, scene.wish, of: scene.selector, scene.onChange, fade: fade ? .milliseconds(200) : nil)
  }

  mutating func suspend(_ session: Int, _ isSuspended: Bool) {
    if isSuspended { suspended.insert(session) } else { suspended.remove(session) }
    desk.keeper.assumeIsolated { $0.suspend(owner(session).session, isSuspended) }
  }

  /// A person's change is only sure to be one while nothing of ours is under way.
  mutating func move(_ light: Int, _ place: Double, _ source: ChangeSource) throws {
    desk.goOn()
    if desk.files.isDead { return }
    check()
    let device = expected[light].device
    guard expected[light].isPlugged, broken == nil, let view = desk.lights[device.id] else { return }
    let raw = Int(place * Double(view.range.maximum))
    // A light that went back to where it was may have done so because a write failed.
    if expected[light].tried.contains(raw) || [desk.level(device), view.base.setting.raw].contains(raw) { return }
    takeOver(light)
    try desk.move(device, to: raw, by: source)
    // A program that dies before it has looked knows nothing of the change.
    expected[light].isLoose = desk.files.isDead
    if desk.files.isDead { return }
    expected[light].base = OwedBase(Base(view.range.setting(raw: raw)), in: view.range)
    expected[light].tried = []
    endFade(light)
  }

  /// Only a light that nobody holds can move in silence and be found out.
  mutating func moveInSilence(_ place: Double) throws {
    desk.goOn()
    if desk.files.isDead { return }
    check()
    let device = expected[2].device
    guard expected[2].isPlugged, broken == nil, let view = desk.lights[device.id], view.standing == .free else {
      return
    }
    guard desk.claimCount(of: device) == 0 else { return }
    let raw = Int(place * Double(view.range.maximum))
    expected[2].base = OwedBase(Base(view.range.setting(raw: raw)), in: view.range)
    expected[2].isLoose = true
    // It may be what the light showed before a write that fails.
    expected[2].tried.insert(raw)
    endFade(2)
    try desk.moveInSilence(device, to: raw)
  }

  mutating func set(_ light: Int, _ level: Level, _ fade: Bool) throws {
    let device = expected[light].device
    guard expected[light].isPlugged, desk.isMet(device) else { return }
    takeOver(light)
    expected[light].isLoose = true
    endFade(light)
    if fade { expected[light].fadeStart = desk.level(device) }
    expected[light].formerDebt = desk.debt(of: device)
    let view = desk.lights[device.id]
    // The base may be what it showed before a write that failed.
    expected[light].tried.formUnion([desk.level(device), view?.target.raw, view?.base.setting.raw].compactMap(\.self))
    try desk.beginSet(level, of: device, fade: fade ? .milliseconds(200) : nil)
    expected[light].base = desk.lights[device.id].map { OwedBase($0.base, in: $0.range) }
  }

  /// What a driver lets stop at a step of a fade cannot be told from what it rounds to that.
  mutating func noteFadeStop(_ light: Int) {
    let level = desk.level(expected[light].device)
    if let start = expected[light].fadeStart, level != start { expected[light].fadeStop = level }
  }

  private mutating func endFade(_ light: Int) {
    (expected[light].fadeStart, expected[light].fadeStop) = (nil, nil)
  }

  mutating func takeOver(_ light: Int) {
    let device = expected[light].device
    for (session, scene) in scenes where scene.selector.covers(device.id, kind: device.kind) {
      if scene.onChange == .rebase || scene.aside.contains(light) || suspended.contains(session) { continue }
      if scene.onChange == .cancel { scenes[session] = nil } else { scenes[session]?.aside.insert(light) }
    }
  }

  mutating func unplug(_ light: Int) throws {
    guard expected[light].isPlugged else { return }
    expected[light].isPlugged = false
    try desk.unplugSilently(expected[light].device)
    desk.takeTurn()
    forgetIfFree(light)
  }

  mutating func plug(_ light: Int, _ maximum: Int, _ place: Double, _ asOther: Bool) throws {
    guard !expected[light].isPlugged else { return }
    let variants = expected[light].variants
    let former = expected[light].device
    let variant = asOther ? variants.first { $0.name != former.name } ?? former : former
    let raw = Int(place * Double(maximum))
    let device = variant.with(["max_brightness": .text("\(maximum)\n"), "brightness": .text("\(raw)\n")])
    let isKnown = desk.lights[former.id] != nil && device.name == former.name || desk.owes(former)
    expected[light].isPlugged = true
    expected[light].device = device
    expected[light].tried = [raw]
    endFade(light)
    if !isKnown {
      expected[light].isOurs = false
      for session in scenes.keys { scenes[session]?.aside.remove(light) }
    }
    if let range = device.range {
      let base = expected[light].isOurs || desk.owes(former) ? expected[light].base?.base(in: range) : nil
      expected[light].base = OwedBase(base ?? Base(range.setting(raw: raw)), in: range)
    }
    expected[light].isLoose = !desk.owes(former) || expected[light].isLoose
    try desk.plugSilently(device)
    desk.takeTurn()
  }

  mutating func die() throws {
    (scenes, suspended) = ([:], [])
    let owed = expected.map { desk.owes($0.device) }
    desk.kill()
    desk.files.die(after: .max)
    for light in expected.indices where broken == nil { loseMemory(light, isOwed: owed[light]) }
    try desk.start()
    desk.goOn()
  }

  private mutating func loseMemory(_ light: Int, isOwed: Bool) {
    let known = expected[light]
    expected[light].isOurs = isOwed
    if isOwed { return }
    expected[light].base = nil
    expected[light].tried = []
    defer { endFade(light) }
    guard known.isPlugged, let level = desk.level(known.device), let base = known.base else { return }
    if !known.isLoose, !isBase(level, base, of: light) {
      broken = "\(known.device.name) shows \(level) and not \(base.words) when the program dies, and nothing is owed"
    }
  }

  private mutating func forgetIfFree(_ light: Int) {
    if !expected[light].isOurs, !desk.owes(expected[light].device) { expected[light].base = nil }
  }

  /// Learns what every light shows that is there.
  mutating func readAll() {
    for light in expected.indices {
      guard let view = desk.lights[expected[light].device.id] else { continue }
      expected[light].base = OwedBase(view.base, in: view.range)
    }
  }
}

extension KeeperWorld {
  mutating func check() {
    noteTried()
    for light in expected.indices where broken == nil && expected[light].isPlugged {
      let device = expected[light].device
      guard desk.isMet(device), let view = desk.lights[device.id] else { continue }
      checkBase(light, view)
      checkTarget(light, view)
      expected[light].isOurs = view.standing != .free
    }
  }

  private mutating func checkBase(_ light: Int, _ view: LightView) {
    let known = expected[light]
    let base = OwedBase(view.base, in: view.range)
    guard let wanted = known.base, !known.isLoose else {
      expected[light].base = base
      if isCertain(light, view) { expected[light].isLoose = false }
      return
    }
    if wanted.base.setting.raw != view.base.setting.raw {
      broken = "\(known.device.name) has the base \(base.words), not \(wanted.words)"
    }
    expected[light].base = base
  }

  /// Whether what the person has is on record, or shown and nothing else is under way.
  private func isCertain(_ light: Int, _ view: LightView) -> Bool {
    let device = expected[light].device
    if let debt = desk.debt(of: device) {
      // An errand that is under way may still record what was chosen before.
      guard desk.isIdle || debt != expected[light].formerDebt else { return false }
      return (debt.share, debt.maximum) == (view.base.setting.share.exactText, view.range.maximum)
    }
    return view.standing == .free && desk.isIdle && desk.level(device) == view.base.setting.raw
  }

  private mutating func checkTarget(_ light: Int, _ view: LightView) {
    let device = expected[light].device
    let claims = scenes.filter { !$0.value.aside.contains(light) && !suspended.contains($0.key) }.filter {
      $0.value.selector.covers(device.id, kind: device.kind)
    }
    let inForce = claims.map { session, scene in
      ClaimInForce(
        scene.wish,
        owner: owner(session),
        place: ClaimInForce.Place(priority: .normal, appearance: scene.appearance)
      )
    }
    let verdict = target(base: view.base, claims: inForce, range: view.range)
    if view.decider != verdict.decider { broken = "\(device.name): \(view.decider as Any) decides, not \(verdict)" }
    if view.decider != nil, view.target != verdict.target { broken = "\(device.name): \(view.target) for \(verdict)" }
  }

  private mutating func noteTried() {
    for line in desk.files.takeWritten() {
      let words = line.split(separator: " ")
      guard let raw = Int(words[1]) else { continue }
      for light in expected.indices where expected[light].variants.contains(where: { $0.name == words[0] }) {
        expected[light].tried.formUnion([raw, raw / 7 * 7])
      }
    }
  }
}

extension FakeDevice {
  var kind: Brightness.LightKind { subsystem == "leds" ? .keyboard : name.hasPrefix("ddcci") ? .monitor : .panel }

  var range: LightRange? { LightRange(maximum: number("max_brightness"), scale: .linear, kind: kind) }

  func number(_ file: String) -> Int {
    guard case .text(let text) = files[file] else { return 0 }
    return Int(text.split(separator: "\n").first ?? "") ?? 0
  }
}

extension OwedBase {
  var words: String { "\(base.setting.raw) of \(range.maximum)" }
}
