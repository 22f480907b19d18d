import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

typealias CoreTestStore = TestStore<Core.State, Core.Action>

/// The core in a test store that only records holds, so that a test states each change of the
/// sessions.
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
      state.sessions[id: SessionID(number)]?.scenes.append(Scene.State(key: key(number, count), request: scene))
      state.sessions[id: SessionID(number)]?.pushed = count
    }
  }

  /// Makes a scene appear, which starts a new appearance.
  func appear(_ session: Int, _ scene: Int = 1, at now: Duration = .zero) throws {
    let request = try #require(state[key(session, scene)]?.request)
    try sendToScene(.appeared(at: Moment(now)), to: key(session, scene)) {
      $0?.appearance = Scene.Appearance(of: request, since: Moment(now))
    }
  }

  func disappear(_ session: Int, _ scene: Int = 1) throws {
    try sendToScene(.disappeared, to: key(session, scene)) { $0?.appearance = nil }
  }

  func sendToScene(
    _ action: Scene.Action,
    to key: SceneKey,
    _ change: ((inout Scene.State?) -> Void)? = nil
  ) throws {
    let action = try #require(state.sceneAction(action, of: key))
    send(action, assert: change.map { change in { change(&$0[key]) } })
  }

  func pop(from key: SceneKey) {
    send(.called(key.session, .pop(from: key.scene), at: Moment(.zero))) { $0.pop(from: key) }
  }

  /// Receives a scene's expiry, which removes it.
  func receiveExpiry(of key: SceneKey) throws {
    receive(try #require(state.sceneAction(.expired(key), of: key))) { $0.pop(from: key) }
  }

  func end(_ session: Int) {
    send(.ended([SessionID(session)])) {
      $0.sessions.remove(id: SessionID(session))
    }
  }
}

extension Core.State {
  subscript(key: SceneKey) -> Scene.State? {
    get { sessions[id: key.session]?[key.scene] }
    set {
      guard let position = sessions[id: key.session]?.scenes.firstIndex(where: { $0.key == key }) else { return }
      if let newValue { sessions[id: key.session]?.scenes[position] = newValue }
    }
  }

  fileprivate mutating func pop(from key: SceneKey) {
    guard let scenes = sessions[id: key.session]?.scenes else { return }
    let below = scenes.prefix { $0.key != key }
    sessions[id: key.session]?.scenes.removeLast(scenes.count - below.count)
  }
}
