import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

typealias CoreTestStore = TestStore<Core.State, Core.Action>

/// The core in a test store that only records holds, so that a test states each change of the sessions.
func core(_ recorder: CoreRecorder) -> CoreTestStore {
  TestStore(initialState: Core.State()) {
    Core()
  } withDependencies: { values, _ in
    values.brightness = recorder.client()
  } endOfTurn: {
    $0.endTurn()
  }
}

extension TestStore<Core.State, Core.Action> {
  /// Opens a session, with scenes that have not appeared.
  func open(_ number: Int = 1, _ uid: UInt32 = 1000, with scenes: SceneRequest...) {
    let id = SessionID(number)
    send(.opened(id, peer(uid), at: Moment(.zero))) {
      $0.sessions.append(Session.State(id, peer(uid), opened: Moment(.zero)))
      $0.newestSession = number
    }
    for scene in scenes { push(scene, on: number) }
  }

  func push(_ scene: SceneRequest, on number: Int = 1) {
    send(.called(SessionID(number), .push(scene), at: Moment(.zero))) { state in
      let count = (state.sessions[id: SessionID(number)]?.pushed ?? 0) + 1
      state.sessions[id: SessionID(number)]?.scenes.append(Scene.State(owner: owner(number, count), request: scene))
      state.sessions[id: SessionID(number)]?.pushed = count
    }
  }

  /// Makes a scene appear, which starts a new appearance.
  func appear(_ session: Int, _ scene: Int = 1, at now: Duration = .zero) throws {
    let request = try #require(state[owner(session, scene)]?.request)
    try sendToScene(.appeared(at: Moment(now)), to: owner(session, scene)) {
      $0?.appearance = Scene.Appearance(of: request, since: Moment(now))
    }
  }

  func disappear(_ session: Int, _ scene: Int = 1) throws {
    try sendToScene(.disappeared, to: owner(session, scene)) { $0?.appearance = nil }
  }

  func sendToScene(
    _ action: Scene.Action,
    to owner: SceneKey,
    _ change: ((inout Scene.State?) -> Void)? = nil
  ) throws {
    let action = try #require(state.sceneAction(action, of: owner))
    send(action, assert: change.map { change in { change(&$0[owner]) } })
  }

  func pop(from owner: SceneKey) {
    send(.called(owner.session, .pop(from: owner.scene), at: Moment(.zero))) { $0.pop(from: owner) }
  }

  /// Receives a scene's expiry, which removes it.
  func receiveExpiry(of owner: SceneKey) throws {
    receive(try #require(state.sceneAction(.expired(owner), of: owner))) { $0.pop(from: owner) }
  }

  func end(_ session: Int) {
    send(.ended([SessionID(session)])) {
      $0.sessions.remove(id: SessionID(session))
    }
  }
}

extension Core.State {
  subscript(owner: SceneKey) -> Scene.State? {
    get { sessions[id: owner.session]?[owner.scene] }
    set {
      guard let position = sessions[id: owner.session]?.scenes.firstIndex(where: { $0.owner == owner }) else { return }
      if let newValue { sessions[id: owner.session]?.scenes[position] = newValue }
    }
  }

  fileprivate mutating func pop(from owner: SceneKey) {
    guard let scenes = sessions[id: owner.session]?.scenes else { return }
    let below = scenes.prefix { $0.owner != owner }
    sessions[id: owner.session]?.scenes.removeLast(scenes.count - below.count)
  }
}
