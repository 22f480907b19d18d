import Composable
import Model

@testable import Brightness

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
  func appear(_ owner: SceneKey) -> Outcome { call(owner.session.number, .appear(owner.scene)) }

  @discardableResult
  func disappear(_ owner: SceneKey) -> Outcome { call(owner.session.number, .disappear(owner.scene)) }

  @discardableResult
  func pop(from owner: SceneKey) -> Outcome { call(owner.session.number, .pop(from: owner.scene)) }

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

/// Scenes by their owners; sessions are opened and scenes pushed as needed, each session with its own user.
extension CoreHarness {
  /// Makes a scene appear with one rule for all screens.
  @discardableResult
  func hold(_ rule: Rule, _ owner: SceneKey, _ onChange: ChangePolicy = .yield) -> Outcome {
    claim([Claim(rule)], owner, onChange)
  }

  @discardableResult
  func claim(
    _ claims: [Claim],
    _ owner: SceneKey,
    _ onChange: ChangePolicy = .yield,
    _ priority: Priority = .normal
  ) -> Outcome {
    if let scene = try? SceneRequest(claims: claims, priority: priority, onChange: onChange) { push(scene, as: owner) }
    return appear(owner)
  }

  @discardableResult
  func release(_ owner: SceneKey) -> Outcome { disappear(owner) }

  /// Covers a scene by another one with a claim on an unknown light.
  @discardableResult
  func cover(_ owner: SceneKey) -> Outcome {
    claim([Claim(.at(50), of: .light(LightID(.leds, "none")))], cover(of: owner))
  }

  @discardableResult
  func uncover(_ owner: SceneKey) -> Outcome {
    let above = SceneID(state.sessions[id: owner.session]?.pushed ?? 0)
    return pop(from: SceneKey(session: owner.session, scene: above))
  }

  @discardableResult
  func suspend(_ session: Int) -> Outcome { seat(nil, among: [user(of: session)]) }

  @discardableResult
  func resume() -> Outcome { seat(nil, among: []) }

  private func cover(of owner: SceneKey) -> SceneKey {
    SceneKey(session: owner.session, scene: SceneID((state.sessions[id: owner.session]?.pushed ?? 0) + 1))
  }

  private func user(of session: Int) -> UInt32 { 1000 + UInt32(session) }

  private func push(_ request: SceneRequest, as owner: SceneKey) {
    let session = owner.session.number
    while state.newestSession < session { open(state.newestSession + 1, user(of: state.newestSession + 1)) }
    while let pushed = state.sessions[id: owner.session]?.pushed, pushed < owner.scene.number {
      call(session, .push(request))
    }
  }
}
