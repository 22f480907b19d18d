/// Limits on the requests of one session.
public struct SessionLimits: Hashable, Codable, Sendable {
  /// Scenes on the stack of a session.
  public var scenes: Int
  /// Claims of a scene.
  public var claims: Int
  /// Bytes of a text.
  public var bytes: Int

  public init(scenes: Int = 16, claims: Int = 32, bytes: Int = 1024) {
    self.scenes = scenes
    self.claims = claims
    self.bytes = bytes
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

  public var maximum: Int {
    switch self {
    case .scenes(let maximum), .claims(let maximum), .bytes(let maximum): maximum
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
    case scenes, claims, name, reason, light, expires, fade
  }
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .beyond(let limit, let subject, let found): "cannot push '\(subject.rawValue)': \(limit), found \(found)"
    case .durationOutOfRange(let subject, let found):
      "cannot push '\(subject.rawValue)': expected \(subject == .expires ? "more than no time" : "no time or more"), found \(found)"
    case .noSuchScene(let scene): "cannot find '\(scene.number)': the session has no such scene"
    case .noSuchSession(let session): "cannot find '\(session.number)': there is no such session"
    }
  }
}
