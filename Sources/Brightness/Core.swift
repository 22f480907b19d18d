import BrightnessModel
import ComposableCore

/// The daemon's core: one reducer over sessions, claims and lights. It does no I/O.
///
/// Everything that happens is an action. At the end of the turn `Core.State.endTurn` compares the
/// state with how it was before and makes an `Output` of the difference: requests to writers,
/// replies to clients, sessions to save.
public struct Core: Reducer {
  public enum Action: Equatable, Codable, Sendable {
    // From outside; these can be recorded.
    case configured(Settings)
    /// The seat was read. `isEvent` if logind reported a change: it may now allow a write that it
    /// refused.
    case seatRead(Seat, isEvent: Bool)
    case resumed
    case opened(SessionID, Peer, at: Moment)
    /// Sessions that outlived the previous daemon, all at once.
    case restored([SavedSession], at: Moment)
    /// The lights were read for the first time: restored clients are served from now on.
    case served
    /// Connections that ended in one turn of the loop: one change.
    case ended([SessionID])
    case called(SessionID, ClientCall, at: Moment)
    /// The client of an open `Hold` or watch made another call.
    case nextCallArrived(SessionID)
    case light(LightID, LightEvent)
    case ambient(AmbientEvent)
    /// A scene has expired. Recordings have this instead of its timer's action, which names the
    /// scene by a number of this process.
    case expired(SceneKey)
    /// A scene's timer fired, and actions of scenes within a turn.
    case session(IdentifiedActionOf<Session>)
    // Within a turn, from `BrightnessClient.live`.
    case acquired(SceneKey)
    case released(SceneKey)

    private enum CodingKeys: CodingKey {
      case configured, seatRead, resumed, opened, restored, served, ended, called, nextCallArrived, light, ambient,
        expired
    }
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .configured(let settings): state.configure(settings)
      case .seatRead(let seat, let isEvent): state.changeSeat(to: seat, isEvent: isEvent)
      case .resumed: state.resume()
      case .opened(let id, let peer, let now): state.open(Session.State(id, peer, opened: now))
      case .restored(let sessions, let now): return state.restore(sessions, at: now)
      case .served: state.serve()
      case .ended(let sessions): state.endConnections(sessions)
      case .called(let session, let call, let now): return state.carryOut(call, of: session, at: now)
      case .nextCallArrived(let session): state.endLastingCall(of: session)
      case .light(let id, let event): state.apply(event, of: id)
      case .ambient(let event): state.apply(event)
      case .expired(let key): state.expire(key)
      case .session(let action): state.applySceneAction(action)
      case .acquired(let key): state.acquire(key)
      case .released(let key): state.release(key)
      }
      return .none
    }
    .forEach(\.sessions, action: .session) { Session() }
  }
}

extension Core.State {
  /// Applies new settings. Held lights follow at once, because their targets depend on the
  /// settings; others stay as they are.
  fileprivate mutating func configure(_ settings: Core.Settings) {
    turn.value.cause = .settings
    self.settings = settings
    turn.value.concernsAmbient = true
    for id in Array(lights.keys) {
      if kind(of: id) != lights[id]?.view?.kind { rebuildClaims(id) }
      // Other lights take the new range at their next reading.
      guard let light = lights[id], light.isRead, let device = light.device else { continue }
      guard let range = settings.override(id).range(of: device) else { continue }
      change(id) { $0.changeLevel { $0.changeRange(to: range) } }
    }
  }

  fileprivate mutating func changeSeat(to seat: Seat, isEvent: Bool) {
    turn.value.cause = .seat
    if seat != self.seat {
      turn.value.formerSeat = self.seat
      ambient.beginAgain()
      turn.value.concernsAmbient = true
    }
    self.seat = seat
    // Retry even if the users are the same: another session of the same user may be active, and
    // logind may now allow what it refused.
    if isEvent {
      turn.value.output.retries = lights.values.filter { $0.fault?.isForSession == true }.map(\.id).sorted()
    }
  }

  fileprivate mutating func resume() {
    turn.value.cause = .resume
    turn.value.concernsAmbient = true
    ambient.beginAgain()
    for id in lights.keys.sorted() where isFollowed(id) || lights[id]?.unread?.firstReading == .untilRead {
      change(id) { $0.wake() }
      turn.value.output.rereads.append(id)
    }
  }
}

extension Core.State {
  /// Whether a light is read again when its level may have changed. A monitor is read again only
  /// while it is held or still moving, or with `KeepsBase=`, and never before its first reading,
  /// which needs a request by a client.
  public func isFollowed(_ id: LightID) -> Bool {
    guard let light = lights[id], light.device != nil else { return false }
    if !light.isMonitor { return true }
    return !light.isUnread && (light.isInUse || settings.override(id).keepsBase == true)
  }
}

extension CasePath where Root == Core.Action {
  public static var session: CasePath<Root, IdentifiedActionOf<Session>> {
    .init(embed: Root.session) { if case .session(let action) = $0 { action } else { nil } }
  }
}

extension Core {
  /// Everything the daemon knows: sessions with their scenes, lights, the seat and the settings.
  /// Each fact is stored once.
  public struct State: Equatable, Sendable {
    public internal(set) var settings: Settings
    public internal(set) var seat = Seat()
    /// In the order in which they were opened.
    public internal(set) var sessions: IdentifiedArrayOf<Session.State> = []
    /// Changed only through `change(_:_:)`, which notes the light for the turn's end.
    public private(set) var lights: [LightID: Light] = [:]
    /// The lights by the ids that clients see, in the order of their numbers; made of `lights`.
    private var parts = Unobserved<[LightID: [LightID]]>([:])
    /// The scenes in force with their places in the fold. Written only by the hold effects, through
    /// `BrightnessClient`.
    public internal(set) var scenesInForce: [SceneKey: SceneRank] = [:]
    /// Bytes of the scenes of sessions and of users at the last turn's end.
    var costs = Unobserved(SceneCosts())
    var calls = OpenCalls()
    public internal(set) var ambient = Ambient()
    var newestSession = 0
    var newestAppearance = 0
    var newestChange = 0
    /// Notes of the turn under way; empty between turns.
    var turn = Unobserved(Turn())
    public internal(set) var result = Unobserved(Output())

    public init(settings: Settings = Settings()) { self.settings = settings }
  }

  /// The part of the configuration that the core needs.
  public struct Settings: Equatable, Codable, Sendable {
    public var limits: SessionLimits
    public var overrides: [LightID: LightOverride]
    /// Whether sessions are saved for the daemon's next start.
    public var savesSessions: Bool
    /// In a room that is darker than this, keyboards have their level for the dark; nil for 10 lux.
    public var keyboardIsDarkBelow: Illuminance?
    /// The user whose daemon this is; nil for that of the system.
    public var user: UInt32?

    public init(
      limits: SessionLimits = SessionLimits(),
      overrides: [LightID: LightOverride] = [:],
      savesSessions: Bool = false,
      keyboardIsDarkBelow: Illuminance? = nil,
      user: UInt32? = nil
    ) {
      self.limits = limits
      self.overrides = overrides
      self.savesSessions = savesSessions
      self.keyboardIsDarkBelow = keyboardIsDarkBelow
      self.user = user
    }

    /// The configuration of a light, by the id that clients see.
    public func override(_ light: LightID) -> LightOverride { overrides[light.visible] ?? LightOverride() }
  }
}

/// What one turn noted: its cause, and what it may have changed. `endTurn` checks nothing else.
struct Turn: Sendable {
  var cause = LightCause.release
  var author: Peer?
  var fade: Duration?
  var lights: Set<LightID> = []
  /// Lights that a client set. Watchers are notified even if nothing changed, so that a key pressed
  /// at the highest level still shows that level.
  var chosen: Set<LightID> = []
  /// Whether a level that was set in this turn is the user's wish for such light in the room.
  var isWish = false
  /// When it was set.
  var moment: Moment?
  /// Whether automatic brightness may have changed.
  var concernsAmbient = false
  /// Unread monitors that are read again even if their reading was requested before.
  var retriedReadings: Set<LightID> = []
  var sessions: Set<SessionID> = []
  var formerSeat: Seat?
  /// The views that clients had of the changed lights before this turn; nil for those they did not
  /// see.
  var formerViews: [LightID: LightView?] = [:]
  /// Scenes that ended by themselves, with the reason for their clients.
  var endedScenes: [SceneKey: SceneEnd] = [:]
  /// The output so far.
  var output = Output()
}

/// A value that comparisons ignore. For tests, the log and replays, states that differ only in the
/// notes and output of a turn are equal.
public struct Unobserved<Value: Sendable>: Equatable, Sendable {
  public var value: Value

  init(_ value: Value) { self.value = value }

  public static func == (left: Unobserved, right: Unobserved) -> Bool { true }
}

extension Core.State {
  /// Lights that clients can see, in the order of their names.
  public var visibleLights: [LightView] { parts.value.keys.sorted().compactMap(view) }

  /// The ids of the lights that clients can list and name, sorted: those with a view, and monitors
  /// that were not read yet.
  public var listedLights: [LightID] {
    parts.value.keys.sorted().filter { view(of: $0) != nil || lights[$0]?.isUnreadMonitor == true }
  }

  /// The lights that clients see as one: the LEDs of a keyboard, or a single light.
  public func parts(of light: LightID) -> [LightID] { parts.value[light.visible] ?? [] }

  /// A light as clients see it. A keyboard with several LEDs looks like the first LED that can be
  /// read and written.
  public func view(of light: LightID) -> LightView? {
    let seen = parts(of: light).lazy.compactMap { lights[$0] }.filter { $0.view != nil }
    let first = seen.first { $0.device != nil && $0.view?.state != .unavailable } ?? seen.first
    guard var view = first?.view else { return nil }
    view.id = light.visible
    return view
  }

  public var isAtRest: Bool { lights.values.allSatisfy { $0.device == nil || $0.progress != .moving } }

  public func scene(_ key: SceneKey) -> Scene.State? { sessions[id: key.session]?[key.scene] }

  /// Whether a scene's claims count: its session is not suspended, and no scene that appeared is
  /// above it.
  func isCounting(_ key: SceneKey) -> Bool {
    guard let session = sessions[id: key.session] else { return false }
    return session.topmost == key.scene && !seat.suspends(session.peer.uid)
  }

  /// Calls whose last reply is still to come.
  public var openCallCount: Int { calls.count }

  /// What the scenes of a session use of its user's limit.
  public func sceneBytes(of session: SessionID) -> Int { costs.value.bytes(of: session) }

  public func isSuspended(_ session: SessionID) -> Bool {
    sessions[id: session].map { seat.suspends($0.peer.uid) } ?? false
  }

  /// Changes a light in place, and notes it for the turn's end.
  @discardableResult
  mutating func change<Result>(_ id: LightID, _ body: (inout Light) -> Result) -> Result? {
    guard let index = lights.index(forKey: id) else { return nil }
    if turn.value.lights.insert(id).inserted { keepFormerView(of: lights.values[index].visibleID) }
    return body(&lights.values[index])
  }

  mutating func add(_ light: Light) {
    keepFormerView(of: light.visibleID)
    turn.value.lights.insert(light.id)
    lights[light.id] = light
    parts.value[light.visibleID, default: []].append(light.id)
    // Shorter names first, so that `_2` comes before `_10`.
    parts.value[light.visibleID]?.sort { ($0.name.utf8.count, $0) < ($1.name.utf8.count, $1) }
  }

  /// Forgets a light; clients that saw it are notified.
  mutating func forget(_ id: LightID) {
    keepFormerView(of: id.visible)
    lights[id] = nil
    parts.value[id.visible]?.removeAll { $0 == id }
    if parts.value[id.visible]?.isEmpty == true { parts.value[id.visible] = nil }
  }

  /// Keeps how clients see a light before its first change in a turn.
  private mutating func keepFormerView(of light: LightID) {
    if turn.value.formerViews[light] == nil { turn.value.formerViews.updateValue(view(of: light), forKey: light) }
  }
}
