import Composable

/// How a scene stands: what its client has to know, and a function of what is known.
public enum SceneStanding: String, Hashable, Sendable {
  /// It is not there: it has not appeared yet, or has disappeared.
  case waiting
  /// Its claims count, but where it has lost a light.
  case holding
  /// Another scene of its session is above it.
  case covered
  /// It is there, but its user's session is not the active one at the seat.
  case suspended
  /// Its time was up.
  case expired
  /// It is gone, however that came.
  case cancelled
}

/// Why a scene that is there does not have its way on one of its lights.
public enum SceneLoss: String, Hashable, Sendable {
  /// The claim of another decides there.
  case outranked
  /// The person took over there.
  case yielded
}

extension Mind.State {
  /// How a scene stands; one that is not there any more was cancelled.
  public func standing(of owner: ClaimOwner) -> SceneStanding {
    guard let session = sessions[id: owner.session], let scene = session[owner.scene] else { return .cancelled }
    if let end = scene.end { return end == .expired ? .expired : .cancelled }
    if scene.appearance == nil { return .waiting }
    if suspended.contains(owner.session) { return .suspended }
    return session.inForce == owner.scene ? .holding : .covered
  }

  /// Whether a scene's claim decides on a light now.
  public func isDeciding(_ owner: ClaimOwner) -> Bool {
    lights.lights.values.contains { $0.view.decider == owner }
  }
}

extension Scene.State {
  /// What of a light the scene has lost, if it has: that others decide matters only while its own claims count.
  func loss(of light: KnownLight, whileItCounts counts: Bool) -> SceneLoss? {
    guard let appearance else { return nil }
    if appearance.yielded.contains(light.id) { return .yielded }
    return counts && light.view.decider ?? owner != owner ? .outranked : nil
  }

  func claims(_ light: KnownLight) -> Bool {
    request.claims.contains { $0.selector.covers(light.id, kind: light.view.kind) }
  }
}
