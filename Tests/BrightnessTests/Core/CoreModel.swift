import BrightnessModel

@testable import Brightness

/// The expected sessions and scenes: the guarantees in a few lines, computed independently.
struct CoreModel {
  struct ModelScene {
    let number: Int
    let request: SceneRequest
    /// The number of its appearance among all; nil while it has not appeared.
    var appearance: Int?
    var since = 0
    var yielded: Set<LightID> = []
  }

  struct ModelSession {
    let user: UInt32
    var scenes: [ModelScene] = []
    var pushed = 0

    var topmost: Int? { scenes.last { $0.appearance != nil }?.number }
  }

  private(set) var sessions: [Int: ModelSession] = [:]
  private(set) var newest = 0
  private(set) var now = 0
  private(set) var seat = Seat()
  private var appearances = 0

  mutating func take(_ step: CoreStep) {
    switch step {
    case .open(let user):
      newest += 1
      sessions[newest] = ModelSession(user: user)
    case .end(let session), .cancel(let session): sessions[session] = nil
    case .reset: sessions = sessions.filter(\.value.scenes.isEmpty)
    case .push(let session, let request): push(session, request)
    case .hold(let session, let request):
      if push(session, request) { appear(key(session, sessions[session]?.pushed ?? 0)) }
    case .appear(let key): appear(key)
    case .disappear(let key):
      change(key) { ($0.appearance, $0.yielded) = (nil, []) }
    case .pop(let key): pop(key)
    case .wait(let seconds): wait(seconds)
    case .seat(let active, let users): seat = Seat(active: active, users: users)
    case .crash(let restoresSessions): crash(restoresSessions)
    default: break
    }
  }

  /// Scenes that have appeared.
  var appeared: Set<SceneKey> { Set(scenes.filter { $0.scene.appearance != nil }.map(\.key)) }

  var scenes: [(key: SceneKey, scene: ModelScene)] {
    sessions.keys.sorted().flatMap { number in
      (sessions[number]?.scenes ?? []).map { (key(number, $0.number), $0) }
    }
  }

  /// The claims that apply to a light, in fold order.
  func claims(on light: LightID) -> [ClaimInForce] {
    let applying = scenes.filter { key, scene in
      let session = sessions[key.session.number]
      return session?.topmost == scene.number && !scene.yielded.contains(light.visible)
        && !seat.suspends(session?.user ?? 0)
    }
    let claims = applying.flatMap { key, scene in
      scene.request.claims.enumerated().filter { $1.selector.covers(light, kind: light.kind) }.map { position, claim in
        let rank = SceneRank(scene.request.priority, appearance: scene.appearance ?? 0)
        return ClaimInForce(claim.rule, key: key, place: ClaimInForce.Place(rank, position: position))
      }
    }
    return claims.sorted { $0.place < $1.place }
  }

  /// Applies a user's change of a light: topmost scenes may be cancelled, those below yield.
  mutating func userChanged(_ light: LightID) {
    for (key, scene) in scenes where scene.claims(light) && scene.appearance != nil {
      let session = sessions[key.session.number]
      if scene.yielded.contains(light.visible) || seat.suspends(session?.user ?? 0) { continue }
      switch scene.request.onChange {
      case .rebase: break
      case .cancel where session?.topmost == scene.number: pop(key)
      case .yield, .cancel: change(key) { $0.yielded.insert(light.visible) }
      }
    }
  }
}

extension CoreModel.ModelScene {
  fileprivate func claims(_ light: LightID) -> Bool {
    request.claims.contains { $0.selector.covers(light, kind: light.kind) }
  }
}

extension CoreModel {
  /// The step with indices resolved to existing sessions and scenes.
  func resolved(_ step: CoreStep) -> CoreStep {
    switch step {
    case .end(let place): .end(session(at: place))
    case .cancel(let place): .cancel(session(at: place))
    case .nextCall(let place): .nextCall(session(at: place))
    case .push(let place, let request): .push(session(at: place), request)
    case .hold(let place, let request): .hold(session(at: place), request)
    case .appear(let place): .appear(scene(at: place))
    case .disappear(let place): .disappear(scene(at: place))
    case .pop(let place): .pop(scene(at: place))
    default: step
    }
  }

  private func session(at place: Int) -> Int {
    let existing = sessions.keys.sorted()
    return existing.isEmpty ? 1 : existing[place % existing.count]
  }

  private func scene(at place: SceneKey) -> SceneKey {
    let session = session(at: place.session.number)
    let scenes = sessions[session]?.scenes ?? []
    return key(session, scenes.isEmpty ? 1 : scenes[place.scene.number % scenes.count].number)
  }

  /// Whether there was room for the scene.
  @discardableResult
  private mutating func push(_ session: Int, _ request: SceneRequest) -> Bool {
    guard let scenes = sessions[session]?.scenes, scenes.count < 16 else { return false }
    sessions[session]?.pushed += 1
    let number = sessions[session]?.pushed ?? 0
    sessions[session]?.scenes.append(ModelScene(number: number, request: request))
    return true
  }

  private func position(of key: SceneKey) -> Int? {
    sessions[key.session.number]?.scenes.firstIndex { $0.number == key.scene.number }
  }

  private mutating func change(_ key: SceneKey, _ body: (inout ModelScene) -> Void) {
    guard let position = position(of: key), var session = sessions[key.session.number] else { return }
    body(&session.scenes[position])
    sessions[key.session.number] = session
  }

  private mutating func appear(_ key: SceneKey) {
    change(key) { [now, next = appearances + 1] scene in
      guard scene.appearance == nil || !scene.yielded.isEmpty else { return }
      (scene.appearance, scene.since, scene.yielded) = (next, now, [])
    }
    appearances = max(appearances, scenes.compactMap(\.scene.appearance).max() ?? 0)
  }

  /// Ends a scene with all above it.
  mutating func pop(_ key: SceneKey) {
    if let position = position(of: key) { sessions[key.session.number]?.scenes.removeSubrange(position...) }
  }

  private mutating func wait(_ seconds: Int) {
    now += seconds
    for (number, session) in sessions {
      let overdue = session.scenes.firstIndex { scene in
        scene.appearance != nil && scene.request.expires.map { .seconds(scene.since) + $0 <= .seconds(now) } ?? false
      }
      if let overdue { sessions[number]?.scenes.removeSubrange(overdue...) }
    }
  }

  /// Restored scenes appear again in their former order; a session without a scene was not saved.
  private mutating func crash(_ restoresSessions: Bool) {
    sessions = restoresSessions ? sessions.filter { $0.value.pushed > 0 } : [:]
    newest = sessions.keys.max() ?? 0
    let order = scenes.filter { $0.scene.appearance != nil }.sorted {
      ($0.scene.since, $0.key.session.number, $0.key.scene.number)
        < ($1.scene.since, $1.key.session.number, $1.key.scene.number)
    }
    for (index, scene) in order.enumerated() { change(scene.key) { $0.appearance = index + 1 } }
    appearances = order.count
  }
}
