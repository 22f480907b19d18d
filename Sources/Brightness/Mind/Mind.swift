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
    /// Who has sessions at the seat.
    public internal(set) var seat = Seat()
    /// Sessions whose claims wait until their user's session is active there.
    public internal(set) var suspended: Set<SessionID> = []
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
    /// Others have sessions at the seat, or another one is active.
    case seatChanged(Seat)
    /// The person took over on a light that a scene claims.
    case sceneYielded(ClaimOwner, on: LightID)
    /// The person took over, and that ends a scene, or its lights cannot be held.
    case sceneCancelled(ClaimOwner)
    case session(IdentifiedActionOf<Session.State, Session.Action>)
    case lights(KnownLights.Action)
    /// All this happened at once, and nobody is told of a part of it.
    case together([Action])
  }

  @Dependency(\.brightness) private var brightness

  /// The whole, with nothing that happens yet.
  public init() {}

  public var body: some Reducer<State, Action> {
    Scope(state: \.lights, action: .lights) { KnownLights() }
    Reduce { state, action in
      switch action {
      case .connectionOpened(let id, let peer, let now): state.open(Session.State(id, peer, opened: now))
      case .sessionRestored(let session): state.open(session)
      case .sessionsEnded(let ended):
        state.sessions.remove(ids: ended.lazy.map(\.id))
        state.keepSuspended()
      case .reset(let whose, _):
        state.sessions.removeAll { whose.includes($0.peer) }
        state.keepSuspended()
      case .limited(let limits): state.limit(to: limits)
      case .seatChanged(let seat): state.take(seat)
      case .sceneYielded(let owner, let light): return state.tell(owner, .yielded(on: light))
      case .sceneCancelled(let owner): return state.tell(owner, .cancelled)
      case .together(let actions): return .concatenate(actions.map { .send($0) })
      case .session, .lights: break
      }
      return .none
    }
    .forEach(\.sessions, action: .session) { Session() }
    .onChange(of: \.suspended) { former, state in suspend(state.suspended, instead: former ?? []) }
  }

  /// Those who are back count before those who left do so no more: the light need not pass through what it would be without either.
  private func suspend(_ suspended: Set<SessionID>, instead former: Set<SessionID>) -> Effect<Action> {
    let (back, gone) = (former.subtracting(suspended), suspended.subtracting(former))
    return .merge(back.inOrder.map { .cancel(id: Suspension(session: $0)) } + gone.inOrder.map(suspend))
  }

  private func suspend(_ session: SessionID) -> Effect<Action> {
    .hold(acquire: { brightness.suspend(session) }, release: { brightness.resume(session) })
      .cancellable(id: Suspension(session: session), cancelInFlight: true)
  }
}

private struct Suspension: Hashable, Sendable {
  let session: SessionID
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
    if seat.suspends(session.peer.uid) { suspended.insert(session.id) }
  }

  /// Of those who are suspended, only whose sessions there still are.
  fileprivate mutating func keepSuspended() {
    if !suspended.isEmpty { suspended = suspended.filter { sessions[id: $0] != nil } }
  }

  fileprivate mutating func take(_ seat: Seat) {
    self.seat = seat
    suspended = Set(sessions.lazy.filter { seat.suspends($0.peer.uid) }.map(\.id))
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

extension Set<SessionID> {
  /// In the order in which they began.
  fileprivate var inOrder: [SessionID] { sorted { $0.number < $1.number } }
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
