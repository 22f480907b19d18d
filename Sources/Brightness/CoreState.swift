import Composable
import Model

extension Core {
  /// Everything the daemon knows: sessions with their scenes, lights, the seat and the settings. Each fact is stored once.
  public struct State: Equatable, Sendable {
    public internal(set) var settings: Settings
    public internal(set) var seat = Seat()
    /// In the order in which they were opened.
    public internal(set) var sessions: IdentifiedArrayOf<Session.State> = []
    /// Changed only through `change(_:_:)`, which notes the light for the turn's end.
    public private(set) var lights: [LightID: Light] = [:]
    /// The scenes in force with their places in the fold. Written only by the hold effects, through `BrightnessClient`.
    public internal(set) var claims: [ClaimOwner: Lease] = [:]
    /// Bytes of the scenes of sessions and of users, as of the last turn's end.
    var costs = Unobserved(SceneCosts())
    var calls = OpenCalls()
    var newestSession = 0
    var newestAppearance = 0
    var newestChange = 0
    /// Notes of the turn under way; empty between turns.
    var turn = Unobserved(Turn())
    /// The result of the last turn.
    public internal(set) var result = Unobserved(Output())

    public init(settings: Settings = Settings()) {
      self.settings = settings
    }
  }

  /// What the configuration says, as far as it decides something here.
  public struct Settings: Equatable, Codable, Sendable {
    public var limits: SessionLimits
    public var overrides: [LightID: LightOverride]
    /// Whether sessions are saved for the daemon's next start.
    public var savesSessions: Bool

    public init(
      limits: SessionLimits = SessionLimits(),
      overrides: [LightID: LightOverride] = [:],
      savesSessions: Bool = false
    ) {
      (self.limits, self.overrides, self.savesSessions) = (limits, overrides, savesSessions)
    }

    func override(_ light: LightID) -> LightOverride { overrides[light] ?? LightOverride() }
  }
}

/// Notes of one turn: its cause, and the parts of the state that it may have changed. Its end looks at these and at nothing else.
struct Turn: Sendable {
  var cause = LightCause.release
  var author: Peer?
  var fade: Duration?
  var lights: Set<LightID> = []
  /// Lights whose request is sent again although nothing about it changed.
  var resent: Set<LightID> = []
  var sessions: Set<SessionID> = []
  var formerSeat: Seat?
  /// Lights that clients saw and that are known no more.
  var removed: [LightView] = []
  /// Scenes that ended by themselves, with the reason for their clients.
  var ended: [ClaimOwner: SceneEnd] = [:]
  /// What it lets the outside do, so far.
  var output = Output()
}

/// A value that does not take part in comparisons of what holds it.
public struct Unobserved<Value: Sendable>: Equatable, Sendable {
  public var value: Value

  init(_ value: Value) {
    self.value = value
  }

  public static func == (left: Unobserved, right: Unobserved) -> Bool { true }
}

extension Core.State {
  /// Lights that clients can see, in the order of their names.
  public var visibleLights: [LightView] { lights.values.compactMap(\.view).sorted { $0.id < $1.id } }

  public func view(of light: LightID) -> LightView? { lights[light]?.view }

  /// Whether no light is on its way.
  public var isSettled: Bool { lights.values.allSatisfy { $0.device == nil || $0.progress != .moving } }

  public func scene(_ owner: ClaimOwner) -> Scene.State? { sessions[id: owner.session]?[owner.scene] }

  /// Whether a scene's claims take part: its user is not away from the seat, and no scene of its session is above it.
  func isCounting(_ owner: ClaimOwner) -> Bool {
    guard let session = sessions[id: owner.session] else { return false }
    return session.topmost == owner.scene && !seat.suspends(session.peer.uid)
  }

  /// Calls whose last reply is still to come.
  public var openCallCount: Int { calls.count }

  public func isSuspended(_ session: SessionID) -> Bool {
    sessions[id: session].map { seat.suspends($0.peer.uid) } ?? false
  }

  /// Changes a light in place, and notes it for the turn's end.
  @discardableResult
  mutating func change<Result>(_ id: LightID, _ body: (inout Light) -> Result) -> Result? {
    guard let index = lights.index(forKey: id) else { return nil }
    turn.value.lights.insert(id)
    return body(&lights.values[index])
  }

  mutating func add(_ light: Light) {
    turn.value.lights.insert(light.id)
    lights[light.id] = light
  }

  /// Forgets a light; clients that saw it are notified.
  mutating func forget(_ id: LightID) {
    if let view = lights.removeValue(forKey: id)?.view { turn.value.removed.append(view) }
  }
}
