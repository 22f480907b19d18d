import Composable

/// The whole of what decides: the sessions that are open, and what is known of the lights.
public struct Mind: Reducer {
  /// What is known.
  public struct State: Equatable, Sendable {
    /// The sessions, in the order in which they began.
    public internal(set) var sessions: IdentifiedArrayOf<Session.State> = []
    /// The lights.
    public internal(set) var lights = KnownLights.State()
    /// What each session may ask for.
    public internal(set) var limits: SessionLimits
    var newest = 0

    /// Nobody is there, and nothing is known.
    public init(limits: SessionLimits = SessionLimits()) {
      self.limits = limits
    }
  }

  /// What happens.
  public enum Action: Equatable, Sendable {
    case connectionOpened(SessionID, Peer, at: Moment)
    /// A session has lived on while the program was started anew; its scenes appear by `restored`.
    case sessionRestored(Session.State)
    /// Those that ended at once end in one turn.
    case sessionsEnded([EndedSession])
    case reset(Whose, by: Peer)
    /// Other limits count from now on; what there is beyond them stays.
    case limited(SessionLimits)
    /// The person took over on a light that a scene claims.
    case sceneYielded(ClaimOwner, on: LightID)
    /// The person took over, and that ends a scene, or its lights cannot be held.
    case sceneCancelled(ClaimOwner)
    case session(IdentifiedActionOf<Session.State, Session.Action>)
    case lights(KnownLights.Action)
    /// All this happened at once, and nobody is told of a part of it.
    case together([Action])
  }

  /// The whole, with nothing that happens yet.
  public init() {}

  public var body: some Reducer<State, Action> {
    Scope(state: \.lights, action: .lights) { KnownLights() }
    Reduce { state, action in
      switch action {
      case .connectionOpened(let id, let peer, let now): state.open(Session.State(id, peer, opened: now))
      case .sessionRestored(let session): state.open(session)
      case .sessionsEnded(let ended): for session in ended { state.sessions.remove(id: session.id) }
      case .reset(let whose, _): state.sessions.removeAll { whose.includes($0.peer) }
      case .limited(let limits): state.limit(to: limits)
      case .sceneYielded(let owner, let light): return state.tell(owner, .yielded(on: light))
      case .sceneCancelled(let owner): return state.tell(owner, .cancelled)
      case .together(let actions): return .concatenate(actions.map { .send($0) })
      case .session, .lights: break
      }
      return .none
    }
    .forEach(\.sessions, action: .session) { Session() }
  }
}

extension Mind.Action {
  /// One session ended.
  public static func sessionEnded(_ id: SessionID, _ end: SessionEnd) -> Self {
    .sessionsEnded([EndedSession(id: id, end: end)])
  }
}

/// A session that has ended.
public struct EndedSession: Hashable, Sendable {
  public let id: SessionID
  public let end: SessionEnd

  public init(id: SessionID, end: SessionEnd) {
    self.id = id
    self.end = end
  }
}

/// Why a session ended; whatever it is, the same follows.
public enum SessionEnd: Hashable, Sendable {
  /// The peer closed the connection, or it broke.
  case closed
  /// The process that connected is gone, though somebody may still have its socket.
  case exited
  /// The peer did not keep to the protocol.
  case protocolBroken
  /// The peer asked for more than it may, or did not read what it was told.
  case quotaExceeded
  /// Somebody cancelled it.
  case cancelled(by: Peer)
}

/// Whose sessions are meant.
public enum Whose: Hashable, Sendable {
  case everybody
  case user(UInt32)

  /// Whether a peer's sessions are.
  public func includes(_ peer: Peer) -> Bool {
    switch self {
    case .everybody: true
    case .user(let uid): peer.uid == uid
    }
  }
}

extension Mind.State {
  /// A number is given once: what is open under it, or was, stays as it is.
  fileprivate mutating func open(_ session: Session.State) {
    guard session.id.number > newest else { return }
    newest = session.id.number
    sessions.append(session)
    sessions[id: session.id]?.room = limits.scenes
  }

  fileprivate mutating func limit(to limits: SessionLimits) {
    self.limits = limits
    for id in sessions.ids { sessions[id: id]?.room = limits.scenes }
  }

  /// Tells a scene, if it is still there.
  fileprivate func tell(_ owner: ClaimOwner, _ action: Scene.Action) -> Effect<Mind.Action> {
    (try? self.action(of: owner, action)).map { .send($0) } ?? .none
  }
}

extension CasePath where Root == Mind.Action {
  /// The path to what happens to a session while it lives.
  public static var session: CasePath<Root, IdentifiedActionOf<Session.State, Session.Action>> {
    .init(embed: Root.session) { if case .session(let action) = $0 { action } else { nil } }
  }

  /// The path to what happens to the lights.
  public static var lights: CasePath<Root, KnownLights.Action> {
    .init(embed: Root.lights) { if case .lights(let action) = $0 { action } else { nil } }
  }
}
