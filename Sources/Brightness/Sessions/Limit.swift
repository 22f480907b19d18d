/// How much one session may ask for.
public enum Limit: Hashable, Sendable, CaseIterable {
  /// Scenes on the stack of a session.
  case scenes
  /// Claims of a scene.
  case claims
  /// Bytes of a text.
  case bytes

  /// The most that there may be.
  public var maximum: Int {
    switch self {
    case .scenes: 16
    case .claims: 32
    case .bytes: 1024
    }
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
