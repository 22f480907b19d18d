import Composable
import ComposableTesting
import Testing

@testable import Brightness

typealias MindTestStore = TestStore<Mind.State, Mind.Action>

/// The mind under test, whose lights are a panel in memory.
func mind(_ lights: AskedLights) -> MindTestStore {
  TestStore(initialState: Mind.State()) {
    Mind()
  } withDependencies: {
    $0.brightness = lights.client
  }
}

func peer(_ uid: UInt32 = 1000) -> Peer { Peer(uid: uid, gid: 100, pid: 4711) }

func request(
  _ wish: Wish = .at(100),
  _ onChange: ChangePolicy = .yield,
  expires: Duration? = nil
) throws -> SceneRequest {
  try SceneRequest(claims: [Claim(wish)], onChange: onChange, expires: expires)
}

extension TestStore<Mind.State, Mind.Action> {
  /// A session is open, with scenes that have not appeared.
  func open(_ number: Int = 1, _ uid: UInt32 = 1000, suspended: Bool = false, with scenes: SceneRequest...) {
    let id = SessionID(number)
    send(.connectionOpened(id, peer(uid), at: Moment(.zero))) {
      $0.sessions.append(Session.State(id, peer(uid), opened: Moment(.zero), room: $0.limits.scenes))
      $0.newest = number
      if suspended { $0.suspended.insert(id) }
    }
    for scene in scenes { push(scene, on: number) }
  }

  func push(_ scene: SceneRequest, on number: Int = 1) {
    send(.session(.element(id: SessionID(number), action: .pushed(scene)))) { state in
      let count = (state.sessions[id: SessionID(number)]?.pushed ?? 0) + 1
      state.sessions[id: SessionID(number)]?.scenes.append(Scene.State(owner(number, count), scene))
      state.sessions[id: SessionID(number)]?.pushed = count
    }
  }

  /// A scene appears, and counts as having done so.
  func appear(_ session: Int, _ scene: Int = 1, at now: Duration = .zero) throws {
    let request = try #require(state[owner(session, scene)]?.request)
    try happen(.appeared(at: Moment(now)), to: owner(session, scene)) {
      $0?.appearances += 1
      $0?.appearance = Scene.Appearance(of: request, since: Moment(now))
    }
  }

  func disappear(_ session: Int, _ scene: Int = 1) throws {
    try happen(.disappeared, to: owner(session, scene)) { $0?.appearance = nil }
  }

  func happen(
    _ action: Scene.Action,
    to owner: ClaimOwner,
    _ change: ((inout Scene.State?) -> Void)? = nil
  ) throws {
    send(try state.action(of: owner, action), assert: change.map { change in { change(&$0[owner]) } })
  }

  func pop(from owner: ClaimOwner) throws {
    send(try state.popping(from: owner)) { $0.pop(from: owner) }
  }

  /// A scene's own dismissal comes back.
  func receiveDismissal(of owner: ClaimOwner) throws {
    let session = try #require(state.sessions[id: owner.session])
    let position = try #require(session.scenes.firstIndex { $0.owner == owner })
    let element = session.scenes.ids[position]
    receive(.session(.element(id: owner.session, action: .scenes(.popFrom(id: element))))) { $0.pop(from: owner) }
  }

  /// A scene's time is up, and it dismisses itself.
  func receiveExpiry(of owner: ClaimOwner) throws {
    receive(try state.action(of: owner, .expired)) {
      $0[owner]?.end = .expired
      $0[owner]?.appearance = nil
    }
    try receiveDismissal(of: owner)
  }

  func end(_ session: Int) {
    send(.sessionEnded(SessionID(session), .closed)) {
      $0.sessions.remove(id: SessionID(session))
      $0.suspended.remove(SessionID(session))
    }
  }
}

extension Mind.State {
  subscript(owner: ClaimOwner) -> Scene.State? {
    get { sessions[id: owner.session]?[owner.scene] }
    set {
      guard let position = sessions[id: owner.session]?.scenes.firstIndex(where: { $0.owner == owner }) else { return }
      if let newValue { sessions[id: owner.session]?.scenes[position] = newValue }
    }
  }

  fileprivate mutating func pop(from owner: ClaimOwner) {
    guard let scenes = sessions[id: owner.session]?.scenes else { return }
    let below = scenes.prefix { $0.owner != owner }
    sessions[id: owner.session]?.scenes.removeLast(scenes.count - below.count)
  }
}
