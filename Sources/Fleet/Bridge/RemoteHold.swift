import BrightnessControl
import BrightnessModel
import ComposableCore

/// Which hold a document is about: the same session and address, the same hold.
public struct HoldKey: Hashable, Sendable {
  public let session: RemoteSession
  public let address: FleetAddress

  public init(_ session: RemoteSession, _ address: FleetAddress) {
    self.session = session
    self.address = address
  }
}

public struct RemoteHoldID: Hashable, Sendable {
  public let number: Int
}

/// A scene that a controller wants here, until its lease is over or its session ends.
public struct RemoteHold: Reducer {
  public struct State: Identifiable, Equatable, Sendable {
    public let id: RemoteHoldID
    /// Changes when a new session of the controller takes the hold over.
    public internal(set) var key: HoldKey
    /// The newest document that was accepted or refused because of its scene.
    public internal(set) var document: FleetDocument
    /// The scene of that document as this device holds it.
    public internal(set) var scene: SessionsInterface.SceneRequest
    public internal(set) var deadline: Moment
    /// When the hold ends because its session was lost; nil while the session lives.
    public internal(set) var graceEnd: Moment?
    /// Whether a session that took it over is still to be told what has become of it.
    var owesReply = false
    var grip: Grip
  }

  enum Grip: Equatable, Sendable {
    /// At most two connections: one whose scene is in force, and one whose scene is to replace it.
    /// There is none while the daemon is away.
    case held(IdentifiedArrayOf<LocalHold.State>)
    /// The daemon ended or refused the scene. It is not held again before it changes, so that a
    /// user or an administrator here has the last word.
    case withdrawn(Withdrawal)
  }

  public enum Action: Equatable, Sendable {
    case localHolds(IdentifiedActionOf<LocalHold>)
  }

  public var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.localHolds, action: .localHolds) { LocalHold() }
  }
}

extension CasePath where Root == RemoteHold.Action {
  static var localHolds: CasePath<Root, IdentifiedActionOf<LocalHold>> {
    .init(embed: Root.localHolds) { if case .localHolds(let action) = $0 { action } else { nil } }
  }
}

extension RemoteHold.State {
  public internal(set) var localHolds: IdentifiedArrayOf<LocalHold.State> {
    get { if case .held(let holds) = grip { holds } else { [] } }
    set { if case .held = grip { grip = .held(newValue) } }
  }

  public var withdrawal: Withdrawal? { if case .withdrawn(let withdrawal) = grip { withdrawal } else { nil } }

  /// When the hold ends if nothing else happens.
  var end: Moment { min(deadline, graceEnd ?? deadline) }

  /// Whether the newest scene has no connection although it should have one.
  var lacksConnection: Bool {
    if case .held(let holds) = grip { holds.last?.scene != scene } else { false }
  }

  /// Holds the newest scene on a connection of its own. The connection of a scene that is in force
  /// stays until then, so that the lights do not show their base levels in between.
  mutating func connect(_ id: LocalHoldID) {
    let newest = LocalHold.State(id: id, scene: scene)
    guard case .held(let holds) = grip, let first = holds.first else { return grip = .held([newest]) }
    grip = .held(first.scene == scene ? [first] : [first, newest])
  }

  /// Notes that a scene has an answer: the connections of the scenes before it are closed.
  mutating func note(_ event: SceneEvent, of id: LocalHoldID) {
    guard let index = localHolds.index(id: id) else { return }
    localHolds[index].event = event
    localHolds.removeFirst(index)
  }

  /// Ends the scene of a connection for good. Only the end of the newest scene concerns the
  /// documents to come.
  mutating func withdraw(_ id: LocalHoldID, _ withdrawal: Withdrawal) {
    if localHolds.last?.id == id { grip = .withdrawn(withdrawal) } else { localHolds.remove(id: id) }
  }
}
