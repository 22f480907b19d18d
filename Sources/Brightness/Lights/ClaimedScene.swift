/// A scene whose claims come into force together.
public struct ClaimedScene: Hashable, Sendable {
  public var owner: ClaimOwner
  public var claims: [Claim]
  public var priority: Priority
  public var onChange: ChangePolicy

  public init(_ owner: ClaimOwner, _ claims: [Claim], priority: Priority = .normal, onChange: ChangePolicy = .yield) {
    self.owner = owner
    self.claims = claims
    self.priority = priority
    self.onChange = onChange
  }
}

/// A claimed scene, and when it appeared among all.
struct SceneInForce: Equatable, Sendable {
  let scene: ClaimedScene
  let appearance: Int
  var isCovered = false
  /// Whether its session is suspended.
  var isSuspended = false
  /// Lights on which it stood aside before the program was started anew.
  var aside: Set<LightID> = []

  func covers(_ light: LightID, _ kind: LightKind) -> Bool {
    scene.claims.contains { $0.selector.covers(light, kind: kind) }
  }

  func claims(on light: LightID, _ kind: LightKind) -> [ClaimInForce] {
    scene.claims.enumerated().filter { $0.element.selector.covers(light, kind: kind) }.map { position, claim in
      let place = ClaimInForce.Place(priority: scene.priority, appearance: appearance, position: position)
      return ClaimInForce(claim.wish, owner: scene.owner, place: place)
    }
  }
}
