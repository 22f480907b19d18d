/// The limits on the requests of sessions that an administrator can set.
public struct SessionLimits: Hashable, Codable, Sendable {
  /// Scenes on the stack of a session.
  public var scenes: Int
  /// Bytes of all scenes of a user, as `SceneRequest.cost` counts them.
  public var userBytes: Int

  public init(scenes: Int = 16, userBytes: Int = 256 << 10) {
    self.scenes = scenes
    self.userBytes = userBytes
  }
}

/// Longer durations are mistakes, and could overflow arithmetic.
extension SessionLimits {
  public static let longestTime = Duration.seconds(30 * 86_400)
  public static let longestFade = Duration.seconds(3600)

  public static func check(fade: Duration) throws(SessionError) {
    guard .zero...longestFade ~= fade else { throw .durationOutOfRange(.fade, fade) }
  }

  static func check(expires: Duration) throws(SessionError) {
    guard expires > .zero, expires <= longestTime else { throw .durationOutOfRange(.expires, expires) }
  }
}

/// Reasons why a session's request is refused; a refused request changes nothing.
public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  case noClaims
  case beyond(Subject, limit: Int, found: Int)
  case durationOutOfRange(Subject, Duration)
  case noSuchScene(SceneID)
  case noSuchSession(SessionID)

  /// The refused part of a request.
  public enum Subject: String, Hashable, Sendable {
    case scenes, claims, name, reason, expires, fade, sceneBytes

    fileprivate var unit: String {
      switch self {
      case .scenes: "scenes in a session"
      case .claims: "claims in a scene"
      case .sceneBytes: "bytes of scenes of one user"
      default: "bytes"
      }
    }
  }

  public static func check(_ subject: Subject, _ found: Int, atMost limit: Int) throws(SessionError) {
    if found > limit { throw .beyond(subject, limit: limit, found: found) }
  }

  public var description: String {
    switch self {
    case .noClaims: "cannot push 'claims': \(reason)"
    case .beyond(let subject, _, _), .durationOutOfRange(let subject, _): "cannot push '\(subject.rawValue)': \(reason)"
    case .noSuchScene(let scene): "cannot find '\(scene.number)': \(reason)"
    case .noSuchSession(let session): "cannot find '\(session.number)': \(reason)"
    }
  }

  public var reason: String {
    switch self {
    case .noClaims: "expected at least one, found none"
    case .beyond(let subject, let limit, let found): "expected at most \(limit) \(subject.unit), found \(found)"
    case .durationOutOfRange(.expires, let found): "expected a time above 0 and of at most 30 days, found \(found)"
    case .durationOutOfRange(_, let found): "expected at most an hour, found \(found)"
    case .noSuchScene: "the session has no such scene"
    case .noSuchSession: "there is no such session"
    }
  }
}
