import Composable

/// What the client of a scene is told becomes of it.
public enum SceneEvent: Hashable, Sendable, CaseIterable {
  case holding, outranked, suspended, yielded, resumed, expired, cancelled

  /// Whether nothing more will be told.
  public var isLast: Bool { self == .expired || self == .cancelled }
}

/// Something that became of a scene.
public struct SceneNews: Hashable, Sendable {
  /// What it is.
  public let event: SceneEvent
  /// The light on which it happened; nil where it is the whole scene's.
  public let light: LightID?

  init(_ event: SceneEvent, on light: LightID? = nil) {
    self.event = event
    self.light = light
  }
}

/// What a client knows of its scene, and what it has to be told.
///
/// Derived from the state and from nothing else: whoever removed a scene, and however, its client is told of it.
public struct SceneWatch: Sendable {
  /// The scene that is watched.
  public let owner: ClaimOwner
  /// How the scene stood when its client was last told.
  public private(set) var told: SceneStanding
  /// What its client was told that it has lost.
  public private(set) var losses: [LightID: SceneLoss]
  /// Whether its client was told that it holds.
  public private(set) var hasHeld: Bool

  /// Watches a scene of which its client was told nothing yet, or so much.
  public init(
    _ owner: ClaimOwner,
    told: SceneStanding = .waiting,
    losses: [LightID: SceneLoss] = [:],
    hasHeld: Bool = false
  ) {
    (self.owner, self.told, self.losses, self.hasHeld) = (owner, told, losses, hasHeld)
  }

  /// What is to be told now, that of the whole scene before that of its lights; nothing after the last word.
  public mutating func news(in state: Mind.State) -> [SceneNews] {
    if told == .expired || told == .cancelled { return [] }
    let standing = state.standing(of: owner)
    let event = standing == told ? nil : move(to: standing)
    let news = event.map { [SceneNews($0)] } ?? []
    guard standing == .holding || standing == .covered else { return news }
    return news + newsOfLights(in: state)
  }

  /// What the whole scene has come to. What is known of its lights begins anew, but that the person took them over while it is covered.
  private mutating func move(to standing: SceneStanding) -> SceneEvent? {
    told = standing
    switch standing {
    case .waiting: losses = [:]
    case .covered: return .outranked
    case .suspended: return .suspended
    case .expired: return .expired
    case .cancelled: return .cancelled
    case .holding:
      losses = [:]
      defer { hasHeld = true }
      return hasHeld ? .resumed : .holding
    }
    return nil
  }

  private mutating func newsOfLights(in state: Mind.State) -> [SceneNews] {
    guard let scene = state.sessions[id: owner.session]?[owner.scene] else { return [] }
    for id in losses.keys where !(state.lights[id].map(scene.claims) ?? false) { losses[id] = nil }
    var news: [SceneNews] = []
    for light in state.lights.lights.values where scene.claims(light) {
      let loss = scene.loss(of: light, whileItCounts: told == .holding)
      guard loss != losses[light.id] else { continue }
      losses[light.id] = loss
      if let event = loss?.event ?? (told == .holding ? .resumed : nil) { news.append(SceneNews(event, on: light.id)) }
    }
    return news.count < 2 ? news : news.sorted { "\($0.light, default: "")" < "\($1.light, default: "")" }
  }
}

extension SceneLoss {
  fileprivate var event: SceneEvent {
    switch self {
    case .outranked: .outranked
    case .yielded: .yielded
    }
  }
}
