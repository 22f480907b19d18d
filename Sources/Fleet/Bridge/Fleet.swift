import BrightnessControl
import BrightnessModel
import ComposableCore

/// What the bridge decides: one reducer over remote holds, levels to set, and the state that it
/// publishes. It does no I/O.
///
/// Everything that happens is an event with its moment on the clock since boot; no timestamp of
/// another machine is read. Before an event counts, whatever was due by its moment ends. So after a
/// suspend, leases that are over end before anything else.
///
/// A remote hold opens and closes its connections to the daemon through `LocalHoldClient`. All
/// other requests are the output of a turn (`Fleet.State.output`), and `nextWake` says when time
/// alone changes something.
public struct Fleet: Reducer {
  public enum Action: Equatable, Sendable {
    case happened(Event, at: Moment)
    case holds(IdentifiedActionOf<RemoteHold>)
  }

  public enum Event: Equatable, Sendable {
    /// The broker delivered a message.
    case received(FleetMessage)
    case connected
    case disconnected
    /// An event of a connection to the local daemon.
    case localHold(LocalHoldID, LocalHoldEvent)
    /// The local daemon can be reached, again or for the first time.
    case daemonAppeared
    /// All lights of the daemon, at each start of a watch.
    case lights([LightID: LightsInterface.Light])
    case light(LightID, LightsInterface.Light)
    case lightRemoved(LightID)
    /// The number of holds of other clients of the daemon.
    case otherHolds(Int)
    case health(DaemonHealth)
    /// The daemon answered a `SetRequest`.
    case levelSet(LightID?)
    case resumed
    /// `nextWake` has come.
    case woke
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .happened(let event, let moment) = action {
        state.pass(to: moment)
        state.apply(event)
        state.endDueHolds()
      }
      return .none
    }
    .forEach(\.holds, action: .holds) { RemoteHold() }
  }
}

extension CasePath where Root == Fleet.Action {
  static var holds: CasePath<Root, IdentifiedActionOf<RemoteHold>> {
    .init(embed: Root.holds) { if case .holds(let action) = $0 { action } else { nil } }
  }
}

/// A message that the broker delivers, or that it is to publish. An empty payload clears a topic of
/// which it keeps the last message.
///
/// `MQTT` has a type of its own, because this module does not depend on that library.
public struct FleetMessage: Equatable, Sendable {
  public let topic: String
  public let payload: [UInt8]
  public let isRetained: Bool

  public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}

/// What a turn asks of the program.
public enum FleetRequest: Equatable, Sendable {
  case publish(FleetMessage)
  case set(SetRequest)
  /// Try the broker again at once.
  case reconnect
  case log(String)
}

extension FleetTopics {
  /// The last will of the bridge, and its goodbye. At each connection `online` replaces it.
  public var offline: FleetMessage {
    FleetMessage(topic: topic(.status), payload: Array("offline".utf8), isRetained: true)
  }
}

/// A call of `Set`, to be answered by `Fleet.Event.levelSet`.
public struct SetRequest: Equatable, Sendable {
  /// Nil for every screen.
  public let light: LightID?
  public let level: LevelPayload
}
