import Composable

/// A scene on a session's stack: it appears and disappears any number of times, and holds its claims in between.
public struct Scene: Reducer {
  /// What is known of a scene.
  public struct State: Equatable, Sendable {
    /// The session and the number that make it unlike all others.
    public let owner: ClaimOwner
    /// What the client asked for.
    public let request: SceneRequest
    /// The appearance that lasts, if the scene is there.
    public internal(set) var appearance: Appearance?
    /// How many appearances there were, that one included.
    public internal(set) var appearances = 0
    /// Why the scene is about to go, if it is.
    public internal(set) var end: SceneEnd?

    /// A scene that has not appeared.
    public init(_ owner: ClaimOwner, _ request: SceneRequest) {
      self.owner = owner
      self.request = request
    }

    /// How long it is until the scene expires, if it does.
    public func remaining(at now: Moment) -> Duration? {
      appearance?.deadline.map { max($0 - now, .zero) }
    }
  }

  /// A stretch of time for which a scene is there.
  public struct Appearance: Hashable, Sendable {
    /// When the scene appeared, which is its place among all that have.
    public let since: Moment
    /// When the scene expires, if it does.
    public let deadline: Moment?
    /// The lights on which the scene stands aside, since the person took over.
    public internal(set) var yielded: Set<LightID>

    /// An appearance that lasts as long as the scene asks for.
    public init(of request: SceneRequest, since: Moment, yielded: Set<LightID> = []) {
      self.since = since
      deadline = request.expires.map { since + $0 }
      self.yielded = yielded
    }
  }

  /// What happens to a scene.
  public enum Action: Equatable, Sendable {
    case appeared(at: Moment)
    /// It had appeared before the program was started anew, and is there still.
    case restored(Appearance, at: Moment)
    case disappeared
    /// The person took over on a light that it claims.
    case yielded(on: LightID)
    /// Its time was up.
    case expired
    /// The person took over, and that ends it, or its lights cannot be held.
    case cancelled
  }

  private struct Holding: Hashable, Sendable {}

  @Dependency(\.brightness) private var brightness
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared(let now): return state.appear(at: now) ? hold(state, from: now) : .none
    case .restored(let appearance, let now): return state.restore(appearance) ? hold(state, from: now) : .none
    case .disappeared: return state.disappear() ? .cancel(id: Holding()) : .none
    case .yielded(let light):
      state.appearance?.yielded.insert(light)
      return .none
    case .expired: return end(&state, .expired)
    case .cancelled: return end(&state, .cancelled)
    }
  }

  private func hold(_ state: State, from now: Moment) -> Effect<Action> {
    let (owner, request) = (state.owner, state.request)
    let scene = ClaimedScene(owner, request.claims, priority: request.priority, onChange: request.onChange)
    return .hold(
      acquire: { brightness.hold(scene, request.fade) },
      release: { brightness.release(owner) },
      while: state.remaining(at: now).map(expiry)
    )
    .cancellable(id: Holding(), cancelInFlight: true)
  }

  private func expiry(after duration: Duration) -> @Sendable (Send<Action>) async throws -> Void {
    { send in
      try await clock.sleep(for: duration)
      await send(.expired)
    }
  }

  private func end(_ state: inout State, _ end: SceneEnd) -> Effect<Action> {
    guard state.end(end) else { return .none }
    return .cancel(id: Holding()).merge(with: .run { _ in await dismiss() })
  }
}

/// Why a scene goes by itself.
public enum SceneEnd: Hashable, Sendable {
  case expired, cancelled
}

extension Scene.State {
  /// Whether it counts: once more is the same as once, but after a yield it counts again.
  fileprivate mutating func appear(at now: Moment) -> Bool {
    guard end == nil, appearance?.yielded.isEmpty != true else { return false }
    appear(Scene.Appearance(of: request, since: now))
    return true
  }

  fileprivate mutating func restore(_ appearance: Scene.Appearance) -> Bool {
    guard end == nil, self.appearance == nil else { return false }
    appear(appearance)
    return true
  }

  private mutating func appear(_ appearance: Scene.Appearance) {
    appearances += 1
    self.appearance = appearance
  }

  fileprivate mutating func disappear() -> Bool { appearance.take() != nil }

  fileprivate mutating func end(_ reason: SceneEnd) -> Bool {
    guard end == nil else { return false }
    (end, appearance) = (reason, nil)
    return true
  }
}
