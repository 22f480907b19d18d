/// How much one session may ask for.
public struct SessionLimits: Hashable, Sendable {
  /// Scenes on the stack of a session.
  public var scenes: Int
  /// Claims of a scene.
  public var claims: Int
  /// Bytes of a text.
  public var bytes: Int

  /// These limits, or those that count where nobody has said others.
  public init(scenes: Int = 16, claims: Int = 32, bytes: Int = 1024) {
    self.scenes = scenes
    self.claims = claims
    self.bytes = bytes
  }
}
