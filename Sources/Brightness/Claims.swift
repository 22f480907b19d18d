import Composable
import Model

/// Claims in force: an index over the scenes that hold, kept by the hold effects.
extension Core.State {
  /// A hold effect began. A scene that was removed in the same turn is ignored; its release follows.
  mutating func acquire(_ key: SceneKey) {
    guard let scene = scene(key), scene.appearance != nil else { return }
    newestAppearance += 1
    let rank = SceneRank(scene.request.priority, appearance: newestAppearance)
    scenesInForce[key] = rank
    turn.value.sessions.insert(key.session)
    let counts = isCounting(key)
    // An array: an iterator over the dictionary would keep a second reference to it, and each change would copy all slots.
    for id in Array(lights.keys) {
      let kind = kind(of: id)
      guard scene.covers(id, kind) else { continue }
      change(id) { $0.put(scene, rank, kind, counts: counts) }
      if counts { ask(id) }
    }
  }

  /// Lets a monitor that was not read yet be asked once more: what was wrong with it may be over.
  mutating func ask(_ id: LightID) {
    guard lights[id]?.isUnreadMonitor == true else { return }
    turn.value.asked.insert(id)
    change(id) { $0.fault = nil }
  }

  /// A hold effect ended, in whatever way.
  mutating func release(_ key: SceneKey) {
    guard let rank = scenesInForce.removeValue(forKey: key) else { return }
    turn.value.sessions.insert(key.session)
    for id in Array(lights.keys) where lights[id]?.claimStack.contains(rank) == true {
      change(id) { $0.claimStack.remove(rank) }
    }
  }

  /// Lets the claims of a session count or not on each light, as its stack, the seat and its yields say.
  mutating func refreshClaims(of session: SessionID) {
    guard let scenes = sessions[id: session]?.scenes else { return }
    for scene in scenes {
      guard let rank = scenesInForce[scene.key] else { continue }
      let counts = isCounting(scene.key)
      for id in Array(lights.keys) {
        let countsHere = counts && scene.appearance?.yielded.contains(id) == false
        let isChanged = lights[id]?.claimStack.wouldChange(countsHere, of: rank) ?? false
        guard isChanged else { continue }
        change(id) { $0.claimStack.setCounts(countsHere, of: rank) }
        if countsHere { ask(id) }
      }
    }
  }

  /// Puts all claims on a light anew: it is connected, or has another name or kind, so that others may cover it.
  mutating func claimAnew(_ id: LightID) {
    let kind = kind(of: id)
    change(id) { $0.claimStack.removeAll() }
    for (key, rank) in scenesInForce {
      guard let scene = scene(key), scene.covers(id, kind) else { continue }
      let counts = isCounting(key)
      change(id) { $0.put(scene, rank, kind, counts: counts) }
    }
  }

  /// The kind of a light as its claims see it: the configured one, else the device's, else that of its last view.
  public func kind(of id: LightID) -> LightKind {
    let light = lights[id]
    return light?.device.map { settings.override(id).kind(of: $0) } ?? light?.view?.kind ?? .indicator
  }

  /// The user changed a light: each scene with a claim on it does what it asked for. A suspended scene takes no part.
  mutating func letUserWin(on id: LightID) {
    let keys = lights[id]?.claimStack.keys ?? []
    // As the user saw them: the end of a scene uncovers the one below it.
    let covered = Set(keys.filter { sessions[id: $0.session]?.topmost != $0.scene })
    for key in keys {
      guard let scene = scene(key), let appearance = scene.appearance, !appearance.yielded.contains(id),
        !isSuspended(key.session)
      else { continue }
      switch scene.request.onChange {
      case .rebase: break
      // A scene below another one of its session is not what the user sees and fights: it yields, and its client keeps it.
      case .cancel where !covered.contains(key): end(key, .cancelled)
      case .yield, .cancel: update(key) { $0.appearance?.yielded.insert(id) }
      }
    }
  }

  mutating func update(_ key: SceneKey, _ body: (inout Scene.State) -> Void) {
    guard let element = sessions[id: key.session]?.element(of: key.scene),
      var scene = sessions[id: key.session]?.scenes[id: element]
    else { return }
    body(&scene)
    sessions[id: key.session]?.scenes[id: element] = scene
    turn.value.sessions.insert(key.session)
  }
}

extension Light {
  /// Puts the claims of a scene that cover this light.
  fileprivate mutating func put(_ scene: Scene.State, _ rank: SceneRank, _ kind: LightKind, counts: Bool) {
    let counts = counts && scene.appearance?.yielded.contains(id) == false
    for (position, claim) in scene.request.claims.enumerated() where claim.selector.covers(id, kind: kind) {
      let place = ClaimInForce.Place(rank, position: position)
      claimStack.put(ClaimInForce(claim.rule, key: scene.key, place: place), counts: counts)
    }
  }
}

extension Scene.State {
  func covers(_ light: LightID, _ kind: LightKind) -> Bool {
    request.claims.contains { $0.selector.covers(light, kind: kind) }
  }
}
