import Composable
import Model

/// A scene on a session's stack: it appears and disappears any number of times, and holds its claims in between.
///
/// The hold is an effect. Whatever removes the scene's state ends the effect, and with it the claims: they cannot be forgotten.
public struct Scene: Reducer {
  public struct State: Equatable, Codable, Sendable {
    public let owner: ClaimOwner
    public let request: SceneRequest
    /// Nil while the scene has not appeared.
    public internal(set) var appearance: Appearance?

    public init(_ owner: ClaimOwner, _ request: SceneRequest, appearance: Appearance? = nil) {
      (self.owner, self.request, self.appearance) = (owner, request, appearance)
    }

    /// How long it is until the scene expires, if it does.
    public func remaining(at now: Moment) -> Duration? {
      appearance?.deadline.map { max($0 - now, .zero) }
    }
  }

  public struct Appearance: Hashable, Codable, Sendable {
    public let since: Moment
    public let deadline: Moment?
    /// The lights on which the scene's claims yielded to the user.
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
    case expired(ClaimOwner)
  }

  private struct HoldID: Hashable, Sendable {}

  @Dependency(\.brightness) private var brightness
  @Dependency(\.clock) private var clock

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared(let now):
      // Appearing again does nothing, unless the user took over on a light: then the scene counts there again.
      if let appearance = state.appearance, appearance.yielded.isEmpty { return .none }
      state.appearance = Appearance(of: state.request, since: now)
      return hold(state.owner, for: state.request.expires)
    case .restored(let appearance, let now):
      guard state.appearance == nil else { return .none }
      state.appearance = appearance
      return hold(state.owner, for: state.remaining(at: now))
    case .disappeared:
      return state.appearance.take() == nil ? .none : .cancel(id: HoldID())
    case .expired:
      return .none
    }
  }

  private func hold(_ owner: ClaimOwner, for duration: Duration?) -> Effect<Action> {
    .hold(
      acquire: { brightness.hold(owner) },
      release: { brightness.release(owner) },
      while: duration.map { expiry(of: owner, after: $0) }
    )
    .cancellable(id: HoldID(), cancelInFlight: true)
  }

  private func expiry(of owner: ClaimOwner, after duration: Duration) -> @Sendable (Send<Action>) async throws -> Void {
    { send in
      try await clock.sleep(for: duration)
      await send(.expired(owner))
    }
  }
}

/// Why a scene ended by itself.
public enum SceneEnd: Hashable, Sendable {
  case expired
  /// The user changed a light, and the scene asked to be cancelled then.
  case cancelled
  /// A base level could not be recorded, with the reason.
  case unrecorded(String)
}

/// What a scene's hold effect does to the lights; the live client puts claims into the same store's state within the same turn.
public struct BrightnessClient: Sendable {
  /// Brings the claims of a scene into force.
  public var hold: @Sendable (ClaimOwner) -> Void
  /// Takes them out of force.
  public var release: @Sendable (ClaimOwner) -> Void

  public init(hold: @escaping @Sendable (ClaimOwner) -> Void, release: @escaping @Sendable (ClaimOwner) -> Void) {
    self.hold = hold
    self.release = release
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
