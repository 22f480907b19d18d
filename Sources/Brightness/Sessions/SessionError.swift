/// Why a session cannot have what it asks for; nothing was changed.
public enum SessionError: Error, Hashable, Sendable {
  case beyond(Limit, Subject, found: Int)
  case durationOutOfRange(Subject, Duration)
  case noSuchScene(SceneID)
  case noSuchSession(SessionID)

  /// What of a request cannot be taken as it is.
  public enum Subject: String, Hashable, Sendable {
    case scenes, claims, name, reason, light, expires, fade
  }
}

extension SessionError: CustomStringConvertible {
  /// The error in words.
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
