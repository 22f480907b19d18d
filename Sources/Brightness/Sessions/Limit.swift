/// The most that there may be of something in a session.
public enum Limit: Hashable, Sendable {
  /// Scenes on the stack of a session.
  case scenes(Int)
  /// Claims of a scene.
  case claims(Int)
  /// Bytes of a text.
  case bytes(Int)

  /// The number.
  public var maximum: Int {
    switch self {
    case .scenes(let maximum), .claims(let maximum), .bytes(let maximum): maximum
    }
  }

  func check(_ subject: SessionError.Subject, _ found: Int) throws(SessionError) {
    if found > maximum { throw .beyond(self, subject, found: found) }
  }
}

extension Limit: CustomStringConvertible {
  /// What is expected, in words.
  public var description: String {
    switch self {
    case .scenes: "expected at most \(maximum) scenes in a session"
    case .claims: "expected at most \(maximum) claims in a scene"
    case .bytes: "expected at most \(maximum) bytes"
    }
  }
}
