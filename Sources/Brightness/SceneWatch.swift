import Composable
import Model

/// How a scene stands, as its client has to know it.
public enum SceneStatus: String, Hashable, Codable, Sendable {
  /// It has not appeared yet, or has disappeared.
  case waiting
  /// Its claims count, except where it has lost a light.
  case holding
  /// Another scene of its session is above it.
  case covered
  /// It has appeared, but its user's session is not the active one at the seat.
  case suspended
  case expired
  /// It is gone, for another reason than its timeout.
  case cancelled
}

/// Why a scene that has appeared does not decide on one of its lights.
public enum SceneLoss: String, Hashable, Codable, Sendable {
  /// Another claim decides there.
  case outranked
  /// Its claim yielded to the user there.
  case yielded
}

/// A notification to the client of a held scene.
public struct SceneUpdate: Hashable, Sendable {
  public let event: SceneEvent
  /// Nil where it is about the whole scene.
  public let light: LightID?

  init(_ event: SceneEvent, on light: LightID? = nil) {
    (self.event, self.light) = (event, light)
  }
}

/// What the client of a held scene knows; the source of its notifications.
///
/// Derived from the state alone: whatever removed a scene, its client is notified.
public struct SceneWatch: Equatable, Codable, Sendable {
  public let owner: ClaimOwner
  /// The status in the client's last notification.
  public private(set) var reported: SceneStatus
  /// The lights that the scene has lost, as far as the client was notified.
  public private(set) var losses: [LightID: SceneLoss]
  /// Whether the client was notified that the scene holds.
  public private(set) var hasHeld: Bool

  /// Watches a scene whose client knows nothing yet, or so much.
  public init(
    _ owner: ClaimOwner,
    reported: SceneStatus = .waiting,
    losses: [LightID: SceneLoss] = [:],
    hasHeld: Bool = false
  ) {
    (self.owner, self.reported, self.losses, self.hasHeld) = (owner, reported, losses, hasHeld)
  }

  /// Returns the notifications that are due now, the whole scene before its lights; none after the last one.
  mutating func updates(in state: Core.State) -> [SceneUpdate] {
    if reported == .expired || reported == .cancelled { return [] }
    let status = state.status(of: owner)
    let event = status == reported ? nil : move(to: status)
    let updates = event.map { [SceneUpdate($0)] } ?? []
    guard status == .holding || status == .covered else { return updates }
    return updates + lightUpdates(in: state)
  }

  /// Notes the status of the whole scene. Losses begin anew, except that a covered scene still knows where it yielded.
  private mutating func move(to status: SceneStatus) -> SceneEvent? {
    reported = status
    switch status {
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

  private mutating func lightUpdates(in state: Core.State) -> [SceneUpdate] {
    guard let scene = state.scene(owner) else { return [] }
    for id in losses.keys where !(state.view(of: id).map { scene.claims(id, $0.kind) } ?? false) { losses[id] = nil }
    var updates: [SceneUpdate] = []
    for light in state.visibleLights where scene.claims(light.id, light.kind) {
      let loss = scene.loss(of: light, whileItCounts: reported == .holding)
      guard loss != losses[light.id] else { continue }
      losses[light.id] = loss
      if let event = loss?.event ?? (reported == .holding ? .resumed : nil) {
        updates.append(SceneUpdate(event, on: light.id))
      }
    }
    return updates
  }
}

extension SceneEvent {
  /// Whether no further notification follows.
  public var isLast: Bool { self == .expired || self == .cancelled }
}

extension SceneLoss {
  fileprivate var event: SceneEvent {
    switch self {
    case .outranked: .outranked
    case .yielded: .yielded
    }
  }
}

extension Core.State {
  /// The status of a scene; one that is not there any more was cancelled, unless this turn notes that it expired.
  func status(of owner: ClaimOwner) -> SceneStatus {
    guard let session = sessions[id: owner.session], let scene = session[owner.scene] else {
      return turn.value.ended[owner] == .expired ? .expired : .cancelled
    }
    if scene.appearance == nil { return .waiting }
    if isSuspended(owner.session) { return .suspended }
    return session.topmost == owner.scene ? .holding : .covered
  }

  /// Whether a scene's claim decides on a light now.
  public func isDeciding(_ owner: ClaimOwner) -> Bool {
    lights.values.contains { $0.view?.decider == owner }
  }
}

extension Scene.State {
  /// What the scene has lost of a light; that others decide matters only while its own claims count.
  fileprivate func loss(of light: LightView, whileItCounts counts: Bool) -> SceneLoss? {
    guard let appearance else { return nil }
    if appearance.yielded.contains(light.id) { return .yielded }
    return counts && light.decider ?? owner != owner ? .outranked : nil
  }
}
