/// The lights of the machine and the scenes in force: from what happens to what has to be written.
///
/// A pure state machine. Each function is something that happened, and answers what follows: which steps to write where, who
/// decides, how the lights stand, which scenes the person ended. Whoever obeys tells what became of the writes.
public struct Lights: Equatable, Sendable {
  var states: [LightID: LightState] = [:]
  var scenes: [ClaimOwner: SceneInForce] = [:]
  /// Those whose claims do not count, whether they have any yet or not.
  private var suspended: Set<SessionID> = []
  private var appearances = 0

  public init() {}

  public var ids: [LightID] { states.keys.sorted { $0.description < $1.description } }

  public subscript(light: LightID) -> LightView? { states[light]?.view }

  /// The claims that count on a light, in the order of the fold.
  public func claims(on light: LightID) -> [ClaimInForce] { states[light]?.arbitration.claims ?? [] }

  /// Whether a light is known to show what it should, or nobody can make it do so now.
  public func isSettled(_ light: LightID) -> Bool { states[light]?.isSettled ?? true }

  /// Lets something happen, and then each light follow.
  mutating func settling(_ lights: [LightID], _ happening: (inout Lights) -> Void) -> LightsOutcome {
    let before = lights.map { states[$0]?.view }
    happening(&self)
    var outcome = LightsOutcome()
    for (light, before) in zip(lights, before) {
      let change = changing(light) { state in
        let order = state.settle()
        return order != nil || before != state.view ? LightChange(state, order: order) : nil
      }
      if let change { outcome.changes.append(change) }
    }
    return outcome
  }

  /// Changes a light at its place, which spares it the way out of the dictionary and back.
  @discardableResult
  private mutating func changing<Value>(_ light: LightID, _ body: (inout LightState) -> Value?) -> Value? {
    guard let index = states.index(forKey: light) else { return nil }
    return body(&states.values[index])
  }

  private func lights(of owner: ClaimOwner) -> [LightID] { scenes[owner].map(lights) ?? [] }

  private func lights(of scene: SceneInForce) -> [LightID] {
    let claimed = states.indices.filter { scene.covers(states.keys[$0], states.values[$0].kind) }
    return claimed.map { states.keys[$0] }.sorted { $0.description < $1.description }
  }
}

/// Scenes.
extension Lights {
  /// A scene appeared. Once more is the same as once.
  public mutating func claimed(_ scene: ClaimedScene) -> LightsOutcome {
    guard scenes[scene.owner] == nil else { return LightsOutcome() }
    appearances += 1
    let isSuspended = suspended.contains(scene.owner.session)
    let entry = SceneInForce(scene: scene, appearance: appearances, isSuspended: isSuspended)
    scenes[scene.owner] = entry
    let claimed = lights(of: entry)
    return settling(claimed) { lights in
      for id in claimed { lights.changing(id) { $0.put(entry) } }
    }
  }

  /// A scene disappeared or ended, in whatever way.
  public mutating func released(_ owner: ClaimOwner) -> LightsOutcome {
    guard let scene = scenes.removeValue(forKey: owner) else { return LightsOutcome() }
    let claimed = lights(of: scene)
    return settling(claimed) { $0.take(scene, from: claimed) }
  }

  /// Another scene of the same session appeared above.
  public mutating func covered(_ owner: ClaimOwner) -> LightsOutcome { setCovered(true, owner) }

  /// The scene is the session's topmost again, as it was before: it did not appear again.
  public mutating func uncovered(_ owner: ClaimOwner) -> LightsOutcome { setCovered(false, owner) }

  /// The person took over on these lights before the program was started anew, and the scene stands aside there still.
  public mutating func stoodAside(_ owner: ClaimOwner, on aside: Set<LightID>) -> LightsOutcome {
    guard var entry = scenes[owner] else { return LightsOutcome() }
    entry.aside = aside
    scenes[owner] = entry
    let claimed = lights(of: entry)
    return settling(claimed) { lights in
      for id in claimed { lights.changing(id) { $0.put(entry) } }
    }
  }

  /// The claims of a session do not count from now on, also those that it has yet to make.
  public mutating func suspended(_ session: SessionID) -> LightsOutcome {
    suspended.insert(session)
    return setSuspended(true, session)
  }

  /// The claims of a session count as they did before.
  public mutating func resumed(_ session: SessionID) -> LightsOutcome {
    suspended.remove(session)
    return setSuspended(false, session)
  }

  private mutating func setSuspended(_ isSuspended: Bool, _ session: SessionID) -> LightsOutcome {
    let owners = scenes.keys.filter { $0.session == session }
    return recounting(owners) { $0.isSuspended = isSuspended }
  }

  private mutating func setCovered(_ isCovered: Bool, _ owner: ClaimOwner) -> LightsOutcome {
    recounting([owner]) { $0.isCovered = isCovered }
  }

  /// Changes scenes, and counts their claims anew.
  private mutating func recounting(_ owners: [ClaimOwner], _ change: (inout SceneInForce) -> Void) -> LightsOutcome {
    let affected = owners.count > 1 ? ids : owners.flatMap(lights)
    return settling(affected) { lights in
      for owner in owners {
        guard var entry = lights.scenes[owner] else { continue }
        change(&entry)
        lights.scenes[owner] = entry
        for id in lights.lights(of: entry) { lights.changing(id) { $0.recount(entry) } }
      }
    }
  }

  mutating func drop(_ owner: ClaimOwner) {
    guard let scene = scenes.removeValue(forKey: owner) else { return }
    take(scene, from: lights(of: scene))
  }

  private mutating func take(_ scene: SceneInForce, from claimed: [LightID]) {
    for id in claimed {
      let isForgettable = changing(id) { state in
        state.remove(scene)
        return state.isForgettable
      }
      if isForgettable == true { states[id] = nil }
    }
  }

  /// A light that is away, owes nothing and is claimed by nobody is forgotten.
  mutating func forgetIfUnneeded(_ light: LightID) {
    if states[light]?.isForgettable == true { states[light] = nil }
  }
}
