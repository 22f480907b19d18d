import BrightnessModel
import ComposableCore

/// A scene on a session's stack: it appears and disappears any number of times, and holds its
/// claims in between.
///
/// The hold is an effect. Whatever removes the scene's state ends the effect, and the effect
/// releases the claims, so they cannot be left behind.
public struct Scene: Reducer {
  public struct State: Equatable, Codable, Sendable {
    public let key: SceneKey
    public internal(set) var request: SceneRequest
    /// Nil while the scene has not appeared.
    public internal(set) var appearance: Appearance?

    /// Older versions saved sessions with these names.
    private enum CodingKeys: String, CodingKey {
      case key = "owner"
      case request, appearance
    }

    /// The time until the scene expires, if it does.
    public func remaining(at now: Moment) -> Duration? { appearance?.deadline.map { max($0 - now, .zero) } }
  }

  public struct Appearance: Hashable, Codable, Sendable {
    public let since: Moment
    public let deadline: Moment?
    /// The lights on which the scene's claims yielded to the user, by the ids that clients see.
    public internal(set) var yielded: Set<LightID>

    public init(of request: SceneRequest, since: Moment, yielded: Set<LightID> = []) {
      self.since = since
      deadline = request.expires.map { since + $0 }
      self.yielded = yielded
    }
  }

  public enum Action: Equatable, Sendable {
    case appeared(at: Moment)
    /// The scene had appeared before the daemon was restarted.
    case restored(Appearance, at: Moment)
    case disappeared
    /// The timer of the hold fired; the core removes the scene.
    case expired(SceneKey)
  }

  private struct HoldID: Hashable, Sendable {}

  @Dependency(\.brightness) private var brightness
  @Dependency(\.clock) private var clock

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared(let now):
      // Appearing again does nothing, unless the user took over on a light: then the scene counts
      // there again.
      if let appearance = state.appearance, appearance.yielded.isEmpty { return .none }
      state.appearance = Appearance(of: state.request, since: now)
      return hold(state.key, for: state.request.expires)
    case .restored(let appearance, let now):
      guard state.appearance == nil else { return .none }
      // Older versions saved the name of an LED where clients saw each LED of a keyboard.
      let yielded = Set(appearance.yielded.map(\.visible))
      state.appearance = Appearance(of: state.request, since: appearance.since, yielded: yielded)
      return hold(state.key, for: state.remaining(at: now))
    case .disappeared:
      return state.appearance.take() == nil ? .none : .cancel(id: HoldID())
    case .expired:
      return .none
    }
  }

  private func hold(_ key: SceneKey, for duration: Duration?) -> Effect<Action> {
    .hold(
      acquire: { brightness.hold(key) },
      release: { brightness.release(key) },
      while: duration.map { expiry(of: key, after: $0) }
    )
    .cancellable(id: HoldID(), cancelInFlight: true)
  }

  private func expiry(of key: SceneKey, after duration: Duration) -> @Sendable (Send<Action>) async throws -> Void {
    { send in
      try await clock.sleep(for: duration)
      await send(.expired(key))
    }
  }
}

/// Why a scene ended by itself.
public enum SceneEnd: Hashable, Sendable {
  case expired
  /// The user changed a light, and the scene's `onChange` is to cancel it.
  case cancelled
  /// A base level could not be recorded, with the reason.
  case unrecorded(String)
}

/// Puts the claims of scenes into force and takes them out, for their hold effects.
public struct BrightnessClient: Sendable {
  /// Puts the claims of a scene into force.
  public var hold: @Sendable (SceneKey) -> Void
  /// Takes them out of force.
  public var release: @Sendable (SceneKey) -> Void

  /// Puts claims into force in the same store and turn.
  public static func live(_ input: StoreInput<Core.Action>) -> BrightnessClient {
    BrightnessClient(hold: { input.send(.acquired($0)) }, release: { input.send(.released($0)) })
  }
}

extension BrightnessClient: TestDependencyKey {
  public static var testValue: BrightnessClient {
    BrightnessClient(hold: unimplemented("BrightnessClient.hold"), release: unimplemented("BrightnessClient.release"))
  }
}

extension DependencyValues {
  public var brightness: BrightnessClient {
    get { self[BrightnessClient.self] }
    set { self[BrightnessClient.self] = newValue }
  }
}

/// A notification to the client of a held scene.
public struct SceneUpdate: Hashable, Sendable {
  public let event: SceneEvent
  /// Nil if it is about the whole scene.
  public internal(set) var light: LightID?
}

/// What the client of a held scene knows. Its notifications are the difference to the state alone,
/// so it is notified of the end however the scene was removed.
public struct SceneWatch: Equatable, Codable, Sendable {
  public let key: SceneKey
  /// The status in the client's last notification; nil before the first, and while the scene has
  /// not appeared.
  public private(set) var reported: SceneEvent?
  /// The lights where another claim decides (`outranked`) or the scene's claim yielded, as far as
  /// the client was notified.
  public private(set) var losses: [LightID: SceneEvent] = [:]
  /// Whether the client was notified that the scene holds.
  public private(set) var hasHeld = false

  /// Older versions saved sessions with these names.
  private enum CodingKeys: String, CodingKey {
    case key = "owner"
    case reported, losses, hasHeld
  }

  /// Returns the notifications that are due now, the whole scene before its lights; none after the
  /// last one.
  mutating func updates(in state: Core.State) -> [SceneUpdate] {
    if reported?.isLast == true { return [] }
    let status = state.status(of: key)
    let event = status == reported ? nil : move(to: status)
    let updates = event.map { [SceneUpdate(event: $0)] } ?? []
    guard status == .holding || status == .outranked else { return updates }
    return updates + lightUpdates(in: state)
  }

  /// Notes the status of the whole scene and clears its losses. A covered scene keeps those where
  /// it yielded.
  private mutating func move(to status: SceneEvent?) -> SceneEvent? {
    reported = status
    if status == nil || status == .holding { losses = [:] }
    guard status == .holding else { return status }
    defer { hasHeld = true }
    return hasHeld ? .resumed : .holding
  }

  private mutating func lightUpdates(in state: Core.State) -> [SceneUpdate] {
    guard let scene = state.scene(key) else { return [] }
    for id in losses.keys where !(state.view(of: id).map { scene.covers(id, $0.kind) } ?? false) { losses[id] = nil }
    var updates: [SceneUpdate] = []
    for light in state.visibleLights where scene.covers(light.id, light.kind) {
      let loss = scene.loss(of: light, whileItCounts: reported == .holding)
      guard loss != losses[light.id] else { continue }
      losses[light.id] = loss
      if let event = loss ?? (reported == .holding ? .resumed : nil) {
        updates.append(SceneUpdate(event: event, light: light.id))
      }
    }
    return updates
  }
}

extension SceneEvent {
  public var isLast: Bool { self == .expired || self == .cancelled }
}

extension Core.State {
  /// The status of a scene: nil before it appears, `holding` if its claims count, `outranked` with
  /// another scene of its session above it. A scene that is gone was cancelled, unless this turn
  /// noted that it expired.
  func status(of key: SceneKey) -> SceneEvent? {
    guard let session = sessions[id: key.session], let scene = session[key.scene] else {
      return turn.value.endedScenes[key] == .expired ? .expired : .cancelled
    }
    if scene.appearance == nil { return nil }
    if isSuspended(key.session) { return .suspended }
    return session.topmost == key.scene ? .holding : .outranked
  }

  /// Whether a scene's claim decides on a light now.
  public func isDeciding(_ key: SceneKey) -> Bool { lights.values.contains { $0.view?.decider == key } }
}

extension Scene.State {
  /// Why the scene does not decide on a light; another decider matters only while its own claims
  /// count.
  fileprivate func loss(of light: LightView, whileItCounts counts: Bool) -> SceneEvent? {
    guard let appearance else { return nil }
    if appearance.yielded.contains(light.id) { return .yielded }
    let isDecidedByAnother = light.decider != nil && light.decider != key
    return counts && isDecidedByAnother ? .outranked : nil
  }
}
