import Composable
import Model

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
  /// The status in the client's last notification; nil before the first, and while the scene has not appeared.
  public private(set) var reported: SceneEvent?
  /// The lights where another claim decides (`outranked`) or the scene's claim yielded, as far as the client was notified.
  public private(set) var losses: [LightID: SceneEvent]
  /// Whether the client was notified that the scene holds.
  public private(set) var hasHeld: Bool

  /// Watches a scene whose client knows nothing yet, or so much.
  public init(
    _ owner: ClaimOwner,
    reported: SceneEvent? = nil,
    losses: [LightID: SceneEvent] = [:],
    hasHeld: Bool = false
  ) {
    (self.owner, self.reported, self.losses, self.hasHeld) = (owner, reported, losses, hasHeld)
  }

  /// Returns the notifications that are due now, the whole scene before its lights; none after the last one.
  mutating func updates(in state: Core.State) -> [SceneUpdate] {
    if reported?.isLast == true { return [] }
    let status = state.status(of: owner)
    let event = status == reported ? nil : move(to: status)
    let updates = event.map { [SceneUpdate($0)] } ?? []
    guard status == .holding || status == .outranked else { return updates }
    return updates + lightUpdates(in: state)
  }

  /// Notes the status of the whole scene. Losses begin anew, except that a covered scene still knows where it yielded.
  private mutating func move(to status: SceneEvent?) -> SceneEvent? {
    reported = status
    if status == nil || status == .holding { losses = [:] }
    guard status == .holding else { return status }
    defer { hasHeld = true }
    return hasHeld ? .resumed : .holding
  }

  private mutating func lightUpdates(in state: Core.State) -> [SceneUpdate] {
    guard let scene = state.scene(owner) else { return [] }
    for id in losses.keys where !(state.view(of: id).map { scene.claims(id, $0.kind) } ?? false) { losses[id] = nil }
    var updates: [SceneUpdate] = []
    for light in state.visibleLights where scene.claims(light.id, light.kind) {
      let loss = scene.loss(of: light, whileItCounts: reported == .holding)
      guard loss != losses[light.id] else { continue }
      losses[light.id] = loss
      if let event = loss ?? (reported == .holding ? .resumed : nil) {
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

extension Core.State {
  /// The status of a scene: nil before it appears, `holding` if its claims count, `outranked` with another scene of its session above
  /// it. One that is not there any more was cancelled, unless this turn notes that it expired.
  func status(of owner: ClaimOwner) -> SceneEvent? {
    guard let session = sessions[id: owner.session], let scene = session[owner.scene] else {
      return turn.value.ended[owner] == .expired ? .expired : .cancelled
    }
    if scene.appearance == nil { return nil }
    if isSuspended(owner.session) { return .suspended }
    return session.topmost == owner.scene ? .holding : .outranked
  }

  /// Whether a scene's claim decides on a light now.
  public func isDeciding(_ owner: ClaimOwner) -> Bool {
    lights.values.contains { $0.view?.decider == owner }
  }
}

extension Scene.State {
  /// What the scene has lost of a light; that others decide matters only while its own claims count.
  fileprivate func loss(of light: LightView, whileItCounts counts: Bool) -> SceneEvent? {
    guard let appearance else { return nil }
    if appearance.yielded.contains(light.id) { return .yielded }
    return counts && light.decider ?? owner != owner ? .outranked : nil
  }
}
