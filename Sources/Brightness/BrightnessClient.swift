import Composable

/// What a scene may ask of the lights: it says what is wanted, in the turn, and waits for nothing.
///
/// The calls of one turn belong together. What they come to should be written once, when the turn is over: a scene that goes makes way
/// for the one below it in the same turn, and the light need not show anything in between.
public struct BrightnessClient: Sendable {
  /// The claims of a scene come into force.
  public var hold: @Sendable (_ scene: ClaimedScene, _ fade: Duration?) -> Void
  /// The claims of a scene are in force no more.
  public var release: @Sendable (ClaimOwner) -> Void
  /// The claims of a scene do not count, since another scene of its session appeared above it.
  public var cover: @Sendable (ClaimOwner) -> Void
  /// The claims of a scene count as they did before; of a scene that is not held any more, this is nothing.
  public var uncover: @Sendable (ClaimOwner) -> Void
  /// What a session claims, now or later, does not count.
  public var suspend: @Sendable (SessionID) -> Void
  /// What a session claims counts as it did before.
  public var resume: @Sendable (SessionID) -> Void

  /// A client of whatever carries these out.
  public init(
    hold: @escaping @Sendable (_ scene: ClaimedScene, _ fade: Duration?) -> Void,
    release: @escaping @Sendable (ClaimOwner) -> Void,
    cover: @escaping @Sendable (ClaimOwner) -> Void,
    uncover: @escaping @Sendable (ClaimOwner) -> Void,
    suspend: @escaping @Sendable (SessionID) -> Void,
    resume: @escaping @Sendable (SessionID) -> Void
  ) {
    self.hold = hold
    self.release = release
    self.cover = cover
    self.uncover = uncover
    self.suspend = suspend
    self.resume = resume
  }
}

extension BrightnessClient: TestDependencyKey {
  /// A client of which every call is an issue.
  public static var testValue: BrightnessClient {
    BrightnessClient(
      hold: unimplemented("BrightnessClient.hold"),
      release: unimplemented("BrightnessClient.release"),
      cover: unimplemented("BrightnessClient.cover"),
      uncover: unimplemented("BrightnessClient.uncover"),
      suspend: unimplemented("BrightnessClient.suspend"),
      resume: unimplemented("BrightnessClient.resume")
    )
  }
}

extension DependencyValues {
  /// What a scene may ask of the lights.
  public var brightness: BrightnessClient {
    get { self[BrightnessClient.self] }
    set { self[BrightnessClient.self] = newValue }
  }
}
