import Composable

/// How a scene stands: what its client has to know, and a function of what is known.
public enum SceneStanding: Hashable, Sendable {
  /// It is not there: it has not appeared yet, or has disappeared.
  case waiting
  /// Its claims count.
  case holding
  /// Another scene of its session is above it, or those of others decide on all of its lights.
  case outranked
  /// The person took over on one of its lights at least.
  case yielded
  /// Its time was up.
  case expired
  /// It is gone, however that came.
  case cancelled
}

extension Mind.State {
  /// How a scene stands; one that is not there any more was cancelled.
  public func standing(of owner: ClaimOwner) -> SceneStanding {
    guard let session = sessions[id: owner.session], let scene = session[owner.scene] else { return .cancelled }
    if let end = scene.end { return end == .expired ? .expired : .cancelled }
    guard let appearance = scene.appearance else { return .waiting }
    if appearance.hasYielded { return .yielded }
    return session.inForce != owner.scene || lights.outrank(scene) ? .outranked : .holding
  }

  /// Whether a scene's claim decides on a light now.
  public func isDeciding(_ owner: ClaimOwner) -> Bool {
    lights.inOrder.contains { $0.view.decider == owner }
  }
}

extension KnownLights.State {
  /// Whether others decide on the lights of a scene, and the scene on none.
  fileprivate func outrank(_ scene: Scene.State) -> Bool {
    let deciders = inOrder.filter { light in
      scene.request.claims.contains { $0.selector.covers(light.id, kind: light.view.kind) }
    }
    .compactMap(\.view.decider)
    return !deciders.isEmpty && !deciders.contains(scene.owner)
  }
}
