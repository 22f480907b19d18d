import BrightnessControl
import BrightnessModel
import ComposableCore

/// The number of a local hold; none is given twice.
public struct LocalHoldID: Hashable, Sendable {
  public let number: Int
}

/// One connection to the local daemon, which holds one scene.
///
/// The connection is an effect. Whatever removes the state closes it, and the daemon then restores
/// the lights as after the end of any other client.
public struct LocalHold: Reducer {
  public struct State: Identifiable, Equatable, Sendable {
    public let id: LocalHoldID
    public let scene: SessionsInterface.SceneRequest
    /// The newest event of the whole scene; nil before the daemon has answered.
    public internal(set) var event: SceneEvent?
    /// The number that the daemon gave the connection, once it is known.
    public internal(set) var session: Int?
  }

  /// A local hold takes no actions: its events change the remote hold that it belongs to.
  public enum Action: Equatable, Sendable {}

  @Dependency(\.localHolds) private var localHolds

  public var body: some Reducer<State, Action> {
    EmptyReducer().onMount { [localHolds] state in
      .hold(
        acquire: { [id = state.id, scene = state.scene] in localHolds.open(id, scene) },
        release: { [id = state.id] in localHolds.close(id) }
      )
    }
  }
}

/// What happens to a local hold.
public enum LocalHoldEvent: Equatable, Sendable {
  /// The daemon gave its connection this number.
  case connected(session: Int)
  /// The scene has an event, of the whole scene or of one light.
  case scene(SceneEvent, light: String?)
  /// The daemon refuses the scene, with the reason.
  case refused(String)
  /// The connection could not be opened, or has ended without a last event.
  case connectionEnded
}

/// Opens and closes the connections of local holds. `open` returns at once; what becomes of the
/// connection are actions.
public struct LocalHoldClient: Sendable {
  public var open: @Sendable (LocalHoldID, SessionsInterface.SceneRequest) -> Void
  public var close: @Sendable (LocalHoldID) -> Void

  public init(
    open: @escaping @Sendable (LocalHoldID, SessionsInterface.SceneRequest) -> Void,
    close: @escaping @Sendable (LocalHoldID) -> Void
  ) {
    self.open = open
    self.close = close
  }
}

extension LocalHoldClient: TestDependencyKey {
  public static var testValue: LocalHoldClient {
    LocalHoldClient(open: unimplemented("LocalHoldClient.open"), close: unimplemented("LocalHoldClient.close"))
  }
}

extension DependencyValues {
  public var localHolds: LocalHoldClient {
    get { self[LocalHoldClient.self] }
    set { self[LocalHoldClient.self] = newValue }
  }
}
