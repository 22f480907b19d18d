/// Limits on the requests of sessions.
public struct SessionLimits: Hashable, Codable, Sendable {
  /// Scenes on the stack of a session.
  public var scenes: Int
  /// Claims of a scene.
  public var claims: Int
  /// Bytes of a text.
  public var bytes: Int
  /// Bytes of all scenes of a user, as `SceneRequest.cost` counts them.
  public var userBytes: Int

  public init(scenes: Int = 16, claims: Int = 32, bytes: Int = 1024, userBytes: Int = 256 << 10) {
    self.scenes = scenes
    self.claims = claims
    self.bytes = bytes
    self.userBytes = userBytes
  }
}

/// Durations are not configured: beyond these they are mistakes, and would only bring arithmetic to its limits.
extension SessionLimits {
  /// Thirty days.
  public static let longestTime = Duration.seconds(30 * 86_400)
  /// An hour.
  public static let longestFade = Duration.seconds(3600)

  public static func check(fade: Duration) throws(SessionError) {
    guard .zero...longestFade ~= fade else { throw .durationOutOfRange(.fade, fade) }
  }

  static func check(expires: Duration) throws(SessionError) {
    guard expires > .zero, expires <= longestTime else { throw .durationOutOfRange(.expires, expires) }
  }
}

/// One limit and its maximum.
public enum Limit: Hashable, Sendable {
  /// Scenes on the stack of a session.
  case scenes(Int)
  /// Claims of a scene.
  case claims(Int)
  /// Bytes of a text.
  case bytes(Int)
  /// Bytes of all scenes of a user.
  case userBytes(Int)

  public var maximum: Int {
    switch self {
    case .scenes(let maximum), .claims(let maximum), .bytes(let maximum), .userBytes(let maximum): maximum
    }
  }

  public func check(_ subject: SessionError.Subject, _ found: Int) throws(SessionError) {
    if found > maximum { throw .beyond(self, subject, found: found) }
  }
}

extension Limit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scenes: "expected at most \(maximum) scenes in a session"
    case .claims: "expected at most \(maximum) claims in a scene"
    case .bytes: "expected at most \(maximum) bytes"
    case .userBytes: "expected at most \(maximum) bytes of scenes of one user"
    }
  }
}

/// Reasons why a session's request is refused; a refused request changes nothing.
public enum SessionError: Error, Hashable, Sendable {
  case beyond(Limit, Subject, found: Int)
  case durationOutOfRange(Subject, Duration)
  case noSuchScene(SceneID)
  case noSuchSession(SessionID)

  /// The refused part of a request.
  public enum Subject: String, Hashable, Sendable {
    case scenes, claims, name, reason, light, expires, fade, sceneBytes
  }
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .beyond(let limit, let subject, let found): "cannot push '\(subject.rawValue)': \(limit), found \(found)"
    case .durationOutOfRange(let subject, let found):
      "cannot push '\(subject.rawValue)': expected \(subject == .expires ? "a time of at most 30 days" : "at most an hour"), found \(found)"
    case .noSuchScene(let scene): "cannot find '\(scene.number)': the session has no such scene"
    case .noSuchSession(let session): "cannot find '\(session.number)': there is no such session"
    }
  }
}
