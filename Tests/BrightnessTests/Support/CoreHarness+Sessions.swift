import BrightnessModel
import ComposableCore

@testable import Brightness

/// A scene that had appeared before its session was saved.
func appeared(
  _ request: SceneRequest,
  _ key: SceneKey,
  since seconds: Int = 0,
  yielded: Set<LightID> = []
) -> Scene.State {
  let appearance = Scene.Appearance(of: request, since: Moment(.seconds(seconds)), yielded: yielded)
  return Scene.State(key: key, request: request, appearance: appearance)
}

/// A session as the daemon before saved it.
func saved(_ number: Int, _ scenes: [Scene.State], by uid: UInt32 = 1000, hold: SceneWatch? = nil) -> SavedSession {
  let opened = Moment(.zero)
  let session = Session.State(SessionID(number), peer(uid), opened: opened, pushed: scenes.count, scenes: scenes)
  return SavedSession(session, hold: hold)
}

/// Sessions, their scenes and calls.
extension CoreHarness {
  /// Opens a session, with scenes that have not appeared.
  func open(_ session: Int, _ uid: UInt32 = 1000, with scenes: SceneRequest...) {
    send(.opened(SessionID(session), peer(uid), at: now))
    for scene in scenes { call(session, .push(scene)) }
  }

  @discardableResult
  func call(_ session: Int, _ call: ClientCall) -> Outcome { send(.called(SessionID(session), call, at: now)) }

  @discardableResult
  func appear(_ key: SceneKey) -> Outcome { call(key.session.number, .appear(key.scene)) }

  @discardableResult
  func disappear(_ key: SceneKey) -> Outcome { call(key.session.number, .disappear(key.scene)) }

  @discardableResult
  func pop(from key: SceneKey) -> Outcome { call(key.session.number, .pop(from: key.scene)) }

  @discardableResult
  func end(_ session: Int) -> Outcome {
    send(.ended([SessionID(session)]))
  }

  /// Changes the active user of the seat.
  @discardableResult
  func seat(_ active: UInt32?, among users: Set<UInt32>) -> Outcome {
    send(.seatRead(Seat(active: active, users: users), isEvent: true))
  }
}

/// Scenes by their keys; sessions are opened and scenes pushed as needed, each session with its own
/// user.
extension CoreHarness {
  /// Makes a scene appear with one rule for all screens.
  @discardableResult
  func hold(_ rule: Rule, _ key: SceneKey, _ onChange: ChangePolicy = .yield) -> Outcome {
    claim([Claim(rule)], key, onChange)
  }

  @discardableResult
  func claim(
    _ claims: [Claim],
    _ key: SceneKey,
    _ onChange: ChangePolicy = .yield,
    _ priority: Priority = .normal
  ) -> Outcome {
    if let scene = try? SceneRequest(claims: claims, priority: priority, onChange: onChange) { push(scene, as: key) }
    return appear(key)
  }

  @discardableResult
  func release(_ key: SceneKey) -> Outcome { disappear(key) }

  /// Covers a scene by another one with a claim on an unknown light.
  @discardableResult
  func cover(_ key: SceneKey) -> Outcome {
    claim([Claim(.at(50), of: .light(LightID(.leds, "none")))], cover(of: key))
  }

  @discardableResult
  func uncover(_ key: SceneKey) -> Outcome {
    let above = SceneID(state.sessions[id: key.session]?.pushed ?? 0)
    return pop(from: SceneKey(session: key.session, scene: above))
  }

  /// Another user, without a session of the daemon, becomes active.
  @discardableResult
  func suspend(_ session: Int) -> Outcome { seat(999, among: [999, user(of: session)]) }

  @discardableResult
  func resume() -> Outcome { seat(nil, among: []) }

  private func cover(of key: SceneKey) -> SceneKey {
    SceneKey(session: key.session, scene: SceneID((state.sessions[id: key.session]?.pushed ?? 0) + 1))
  }

  private func user(of session: Int) -> UInt32 { 1000 + UInt32(session) }

  private func push(_ request: SceneRequest, as key: SceneKey) {
    let session = key.session.number
    while state.newestSession < session { open(state.newestSession + 1, user(of: state.newestSession + 1)) }
    while let pushed = state.sessions[id: key.session]?.pushed, pushed < key.scene.number {
      call(session, .push(request))
    }
  }
}
