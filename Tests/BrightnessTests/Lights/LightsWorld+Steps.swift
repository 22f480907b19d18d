@testable import Brightness

extension LightsWorld {
  mutating func claim(_ scene: ClaimedScene) {
    if scenes[scene.owner] == nil {
      appearances += 1
      scenes[scene.owner] = ModelScene(scene: scene, appearance: appearances)
    }
    obey(lights.claimed(scene))
  }

  mutating func release(_ owner: ClaimOwner) {
    scenes[owner] = nil
    obey(lights.released(owner))
  }

  mutating func cover(_ owner: ClaimOwner, _ isCovered: Bool) {
    scenes[owner]?.isCovered = isCovered
    obey(isCovered ? lights.covered(owner) : lights.uncovered(owner))
  }

  mutating func suspend(_ session: SessionID, _ isSuspended: Bool) {
    if isSuspended { suspended.insert(session) } else { suspended.remove(session) }
    obey(isSuspended ? lights.suspended(session) : lights.resumed(session))
  }

  mutating func move(_ light: LightID, _ place: Double) {
    guard let range = hardware[light]?.range, hardware[light]?.isPresent == true else { return }
    let raw = Int(place * Double(range.maximum))
    hardware[light]?.raw = raw
    hardware[light]?.isOurs = false
    let old = bases[light]?.base
    let allowsOff = old?.allowsOff == true && old?.setting.raw == raw
    let outcome = lights.moved(light, to: raw)
    let isHeldShare = lights[light]?.base.setting.raw == raw
    let setting = isHeldShare ? lights[light]?.base.setting : nil
    bases[light] = OwedBase(Base(setting ?? range.setting(raw: raw), allowsOff: allowsOff), in: range)
    takeOver(light, outcome)
  }

  mutating func set(_ light: LightID, _ level: Level, _ allowOff: Bool) {
    let before = lights
    guard let outcome = try? lights.set(light, to: level, allowOff: allowOff) else {
      if lights != before { broken = "a refused level changed something" }
      return
    }
    guard let chosen = lights[light] else { return }
    bases[light] = OwedBase(chosen.base, in: chosen.range)
    takeOver(light, outcome, asked: true)
  }

  mutating func takeOver(_ light: LightID, _ outcome: LightsOutcome, asked: Bool = false) {
    for (owner, model) in scenes
    where model.scene.claims.contains(where: { $0.selector.covers(light, kind: light.kind) }) {
      if model.scene.onChange == .rebase || model.aside.contains(light) || suspended.contains(owner.session) {
        continue
      }
      if model.scene.onChange == .cancel, !model.isCovered {
        scenes[owner] = nil
      } else {
        scenes[owner]?.aside.insert(light)
      }
      let isTold = outcome.cancelled.contains(owner) || outcome.yielded.contains(owner)
      if !isTold { broken = "\(owner) was not told" }
    }
    obey(outcome, asked: asked)
  }

  mutating func unplug(_ light: LightID) {
    hardware[light]?.isPresent = false
    hardware[light]?.pending = nil
    obey(lights.vanished(light))
  }

  mutating func plug(_ light: LightID, _ range: LightRange, _ place: Double?) {
    guard var device = hardware[light], device.pending == nil else { return }
    if let place {
      (device.range, device.raw) = (range, Int(place * Double(range.maximum)))
    }
    device.isPresent = true
    hardware[light] = device
    let owed = lights[light] == nil ? records[light] : nil
    let mayNotLearn = device.isOurs || owed != nil
    let expected = bases[light]?.base(in: device.range)
    obey(lights.appeared(light, light.kind, range: device.range, raw: device.raw, owed: owed))
    if let base = lights[light]?.base, base.setting.raw != expected?.setting.raw {
      if mayNotLearn { broken = "\(light) learned \(base) in place of \(expected as Any)" }
      if base.setting.raw != device.raw { broken = "\(light) made up \(base)" }
    }
    bases[light] = lights[light].map { OwedBase($0.base, in: $0.range) }
  }

  mutating func write(_ light: LightID, _ succeeds: Bool, _ takesEffect: Bool) {
    guard let raw = hardware[light]?.pending else {
      if hardware[light]?.isExpected == true { obey(lights.recorded(light)) }
      return
    }
    if succeeds || takesEffect {
      hardware[light]?.raw = raw
      hardware[light]?.isOurs = true
    }
    if succeeds { hardware[light]?.pending = nil }
    obey(succeeds ? lights.wrote(raw, on: light) : lights.refused(light))
  }

  mutating func crash() {
    lights = Lights()
    (scenes, suspended) = ([:], [])
    for light in [panel, monitor, keyboard] {
      hardware[light]?.pending = nil
      if hardware[light]?.isPresent == true, let range = hardware[light]?.range { plug(light, range, nil) }
    }
  }

  private mutating func obey(_ outcome: LightsOutcome, asked: Bool = false) {
    for change in outcome.changes {
      hardware[change.light]?.isExpected = change.expected != nil
      guard let order = change.order, let device = hardware[change.light] else { continue }
      let isDebt = device.isOurs || device.pending != nil || records[change.light] != nil
      if !asked, change.view.decider == nil, !isDebt { broken = "\(change.light) was written \(order) unasked" }
      if !device.isPresent { broken = "\(change.light) was written while away" }
      hardware[change.light]?.pending = order
    }
  }

  mutating func check() {
    for light in lights.ids {
      guard let view = lights[light] else { continue }
      let counting = scenes.values.filter { model in
        !model.isCovered && !model.aside.contains(light) && !suspended.contains(model.scene.owner.session)
      }
      let claims = counting.flatMap { model in
        SceneInForce(scene: model.scene, appearance: model.appearance).claims(on: light, light.kind)
      }
      let expected = target(base: view.base, claims: claims, range: view.range)
      if view.decider != expected.decider { broken = "\(light): \(view) decided by \(expected.decider as Any)" }
      if view.decider != nil, view.target != expected.target { broken = "\(light): \(view) for \(expected)" }
      if view.base.setting.raw != bases[light]?.base.setting.raw {
        broken = "\(light): base \(view.base), \(bases[light] as Any)"
      }
      let isRecorded = view.decider != nil || view.standing == .owing
      if view.standing == .free { hardware[light]?.isOurs = false }
      records[light] = isRecorded ? OwedBase(view.base, in: view.range) : nil
    }
  }
}
