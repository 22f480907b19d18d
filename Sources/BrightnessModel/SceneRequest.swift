/// A scene as a client pushes it, checked against the limits.
public struct SceneRequest: Hashable, Codable, Sendable {
  /// A limit that is higher than the number of lights of a machine.
  public static let claimLimit = 32
  /// Bytes of a name or a reason: a paragraph of text, since both are shown to users.
  public static let longestText = 1024

  /// The client's name for the scene.
  public let name: String?
  /// The client's reason, to be shown to users.
  public let reason: String?
  /// Claims that count while the scene is the topmost that has appeared.
  public private(set) var claims: [Claim]
  public let priority: Priority
  /// Effect of a user's change on a claimed light.
  public let onChange: ChangePolicy
  /// Time until the scene ends, counted from its last appearance.
  public let expires: Duration?
  /// Duration of the fade to its levels.
  public let fade: Duration?

  /// Throws the first reason for which the request is refused.
  public init(
    name: String? = nil,
    reason: String? = nil,
    claims: [Claim],
    priority: Priority = .normal,
    onChange: ChangePolicy = .yield,
    expires: Duration? = nil,
    fade: Duration? = nil
  ) throws(SessionError) {
    try Self.check(.name, name)
    try Self.check(.reason, reason)
    try SessionError.check(.claims, claims.count, atMost: Self.claimLimit)
    // A client that forgot its claims should learn that nothing would be held.
    if claims.isEmpty { throw .noClaims }
    self.name = name
    self.reason = reason
    self.claims = claims
    self.priority = priority
    self.onChange = onChange
    self.expires = expires
    self.fade = fade
    try checkTimes()
  }

  /// Throws if a time is out of range, as it can be in a request that was read from a file.
  public func checkTimes() throws(SessionError) {
    if let expires { try SessionLimits.check(expires: expires) }
    if let fade { try SessionLimits.check(fade: fade) }
  }

  /// Whether a claim is on this light by its name.
  public func names(_ light: LightID) -> Bool {
    claims.contains { if case .light(let id) = $0.selector { id.visible == light.visible } else { false } }
  }

  /// Adds to each claim on a light one on the same light under its new name.
  public mutating func follow(_ light: LightID, to name: LightID) {
    claims = claims.flatMap { claim in
      guard case .light(let id) = claim.selector, id.visible == light.visible else { return [claim] }
      let renamed = Claim(claim.rule, of: .light(name.visible))
      return claims.contains(renamed) ? [claim] : [claim, renamed]
    }
  }

  /// What the scene uses of its user's limit: about the bytes of its record, which exceed the
  /// memory that it needs.
  public var cost: Int {
    [name, reason].reduce(0) { $0 + Self.bytes(of: $1 ?? "") }
      + claims.reduce(0) { cost, claim in
        if case .light(let light) = claim.selector { cost + 64 + Self.bytes(of: light.name) } else { cost + 64 }
      }
  }

  /// The length of a text in JSON, where a control character may take six bytes.
  private static func bytes(of text: String) -> Int { text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : 1) } }
}

extension SceneRequest {
  private static func check(_ subject: SessionError.Subject, _ text: String?) throws(SessionError) {
    if let text { try SessionError.check(subject, text.utf8.count, atMost: longestText) }
  }
}
