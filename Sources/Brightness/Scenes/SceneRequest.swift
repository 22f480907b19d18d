/// What a client asks for when it pushes a scene: within the limits, or it is none.
public struct SceneRequest: Hashable, Sendable {
  /// What the client calls the scene.
  public let name: String?
  /// Why the client wants it, for a person to read.
  public let reason: String?
  /// What comes into force when the scene appears.
  public let claims: [Claim]
  /// Where its claims stand among those of others.
  public let priority: Priority
  /// What it does when the person changes a light that it claims.
  public let onChange: ChangePolicy
  /// How long the scene may be there at a stretch, from the moment when it appears.
  public let expires: Duration?
  /// How long its lights may take on their way.
  public let fade: Duration?

  /// A request, or the first reason why it cannot be taken.
  public init(
    name: String? = nil,
    reason: String? = nil,
    claims: [Claim],
    priority: Priority = .normal,
    onChange: ChangePolicy = .yield,
    expires: Duration? = nil,
    fade: Duration? = nil,
    within limits: SessionLimits = SessionLimits()
  ) throws(SessionError) {
    try limits.check(.name, name)
    try limits.check(.reason, reason)
    try limits.check(claims)
    if let expires, expires <= .zero { throw .durationOutOfRange(.expires, expires) }
    if let fade, fade < .zero { throw .durationOutOfRange(.fade, fade) }
    self.name = name
    self.reason = reason
    self.claims = claims
    self.priority = priority
    self.onChange = onChange
    self.expires = expires
    self.fade = fade
  }
}

extension SessionLimits {
  fileprivate func check(_ claims: [Claim]) throws(SessionError) {
    try Limit.claims(self.claims).check(.claims, claims.count)
    for claim in claims {
      if case .light(let light) = claim.selector { try check(.light, light.description) }
    }
  }

  fileprivate func check(_ subject: SessionError.Subject, _ text: String?) throws(SessionError) {
    if let text { try Limit.bytes(bytes).check(subject, text.utf8.count) }
  }
}
