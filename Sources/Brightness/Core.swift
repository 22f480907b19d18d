import Composable
import Model

/// The daemon's core: one reducer over sessions, claims and lights. It does no I/O.
///
/// Everything that happens is an action. At the end of the turn `Core.State.endTurn` compares the state with how it was before
/// and makes an `Output` of the difference: requests to writers, replies to clients, sessions to save.
public struct Core: Reducer {
  public enum Action: Equatable, Sendable {
    // From outside.
    case configured(Settings)
    /// Another session is active at the seat; `isEvent` if logind said so, which is a chance to retry refused writes.
    case seatRead(Seat, isEvent: Bool)
    /// The machine resumed from sleep.
    case resumed
    /// A client connected.
    case opened(SessionID, Peer, at: Moment)
    /// Sessions that outlived the previous daemon, all at once.
    case restored([SavedSession], at: Moment)
    /// The lights were read for the first time: restored clients are served from now on.
    case served
    /// Connections that ended in one turn of the loop, so that a crash of a client with many is one change.
    case ended([SessionID])
    case called(SessionID, Call, at: Moment)
    case light(LightID, LightEvent)
    /// A scene's timer fired, and actions of scenes within a turn.
    case session(IdentifiedActionOf<Session.State, Session.Action>)
    // Within a turn, from `BrightnessClient.live`.
    case acquired(ClaimOwner)
    case released(ClaimOwner)
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .configured(let settings): state.configure(settings)
      case .seatRead(let seat, let isEvent): state.take(seat, isEvent: isEvent)
      case .resumed: state.resume()
      case .opened(let id, let peer, let now): state.open(Session.State(id, peer, opened: now))
      case .restored(let sessions, let now): return state.restore(sessions, at: now)
      case .served: state.serve()
      case .ended(let sessions): state.disconnect(sessions)
      case .called(let session, let call, let now): return state.take(call, of: session, at: now)
      case .light(let id, let event): state.take(event, of: id)
      case .session(let action): state.take(action)
      case .acquired(let owner): state.acquire(owner)
      case .released(let owner): state.release(owner)
      }
      return .none
    }
    .forEach(\.sessions, action: .session) { Session() }
  }
}

extension Core.State {
  /// Takes other settings. A light that a claim decides follows at once, since its target is made of them; others stay as they are.
  fileprivate mutating func configure(_ settings: Core.Settings) {
    turn.value.cause = .settings
    self.settings = settings
    for id in Array(lights.keys) where lights[id]?.isRead == true { refit(id) }
  }

  fileprivate mutating func take(_ seat: Seat, isEvent: Bool) {
    turn.value.cause = .seat
    if seat != self.seat { turn.value.formerSeat = self.seat }
    self.seat = seat
    // Also where another session of the same user became active: logind may allow now what it refused.
    if isEvent {
      turn.value.output.retries = lights.values.filter { $0.fault?.isForSession == true }.map(\.id).sorted()
    }
  }

  fileprivate mutating func resume() {
    turn.value.cause = .resume
    for id in lights.keys.sorted() where lights[id]?.device != nil {
      change(id) { $0.sleep() }
      turn.value.output.rereads.append(id)
    }
  }
}

extension CasePath where Root == Core.Action {
  /// The path to what happens to a session while it lives.
  public static var session: CasePath<Root, IdentifiedActionOf<Session.State, Session.Action>> {
    .init(embed: Root.session) { if case .session(let action) = $0 { action } else { nil } }
  }
}
