/// What the client of a scene is told becomes of it.
public enum SceneEvent: Hashable, Sendable, CaseIterable {
  case holding, outranked, yielded, resumed, expired, cancelled

  /// Whether nothing more will be told.
  public var isLast: Bool { self == .expired || self == .cancelled }
}

/// What a client knows of its scene, and the next that it has to be told.
///
/// Derived from the state and from nothing else: whoever removed a scene, and however, its client is told of it.
public struct SceneWatch: Sendable {
  /// The scene that is watched.
  public let owner: ClaimOwner
  private var told = SceneStanding.waiting
  private var hasHeld = false

  /// Watches a scene of which its client was told nothing yet.
  public init(_ owner: ClaimOwner) {
    self.owner = owner
  }

  /// What is to be told now, if anything; nothing after the last word.
  public mutating func event(in state: Mind.State) -> SceneEvent? {
    let standing = told == .expired || told == .cancelled ? told : state.standing(of: owner)
    if standing == told { return nil }
    told = standing
    return event
  }

  private var event: SceneEvent? {
    mutating get {
      switch told {
      case .waiting: return nil
      case .holding:
        defer { hasHeld = true }
        return hasHeld ? .resumed : .holding
      case .outranked: return .outranked
      case .yielded: return .yielded
      case .expired: return .expired
      case .cancelled: return .cancelled
      }
    }
  }
}
