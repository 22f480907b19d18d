import BrightnessModel
import ComposableCore

/// A connection with its stack of scenes. Only the topmost scene that has appeared counts.
public struct Session: Reducer {
  public struct State: Equatable, Codable, Identifiable, Sendable {
    /// Given once; no other session had it or will have it.
    public let id: SessionID
    public internal(set) var peer: Peer
    public let opened: Moment
    /// From the bottom to the top.
    public internal(set) var scenes: StackState<Scene.State> = []
    public internal(set) var pushed: Int

    public init(_ id: SessionID, _ peer: Peer, opened: Moment, pushed: Int = 0, scenes: [Scene.State] = []) {
      self.id = id
      self.peer = peer
      self.opened = opened
      self.pushed = pushed
      for scene in scenes { self.scenes.append(scene) }
    }
  }

  public enum Action: Equatable, Sendable {
    case scenes(StackAction<Scene.State, Scene.Action>)
  }

  public var body: some Reducer<State, Action> { EmptyReducer().forEach(\.scenes, action: .scenes) { Scene() } }
}

extension Session.State {
  public func age(at now: Moment) -> Duration { now - opened }

  /// The scene that counts: the topmost that has appeared.
  public var topmost: SceneID? { scenes.last { $0.appearance != nil }?.key.scene }

  public subscript(scene: SceneID) -> Scene.State? { scenes.first { $0.key.scene == scene } }

  func element(of scene: SceneID) -> StackElementID? { zip(scenes.ids, scenes).first { $1.key.scene == scene }?.0 }

  /// Pushes a scene that has not appeared, and returns its number.
  mutating func push(_ request: SceneRequest) -> SceneKey {
    pushed += 1
    let key = SceneKey(session: id, scene: SceneID(pushed))
    scenes.append(Scene.State(key: key, request: request))
    return key
  }
}

extension CasePath where Root == Session.Action {
  public static var scenes: CasePath<Root, StackAction<Scene.State, Scene.Action>> {
    .init(embed: Root.scenes) { if case .scenes(let action) = $0 { action } else { nil } }
  }
}

/// A session as it is saved for the daemon's next start.
public struct SavedSession: Equatable, Codable, Sendable {
  public let session: Session.State
  /// What the client of its open `Hold` knows, if there is one.
  public let hold: SceneWatch?

  public init(_ session: Session.State, hold: SceneWatch?) {
    self.session = session
    self.hold = hold
  }

  /// The same session with its peer as the kernel describes it now, whose supplementary groups may
  /// be others.
  public func with(_ peer: Peer) -> SavedSession {
    var session = session
    session.peer = peer
    return SavedSession(session, hold: hold)
  }
}

/// The bytes that scenes count against their users' limits. Kept as sums, so that a push does not
/// visit all sessions.
struct SceneCosts: Equatable, Sendable {
  /// The bytes of all users. They are a part of the memory that the daemon's unit allows, and of
  /// what a restart has to read back.
  static let most = 4 << 20

  private var users: [UInt32: Int] = [:]
  private var sum = 0
  private var sessions: [SessionID: Entry] = [:]

  private struct Entry: Equatable {
    let user: UInt32
    let bytes: Int
  }

  subscript(user: UInt32) -> Int { users[user] ?? 0 }

  /// The bytes of a session when it was counted last.
  func bytes(of id: SessionID) -> Int { sessions[id]?.bytes ?? 0 }

  /// Whether the session had scenes when it was counted last.
  func hadScenes(_ id: SessionID) -> Bool { sessions[id] != nil }

  /// The bytes that a user may have, including those to be added. Once all users together exceed
  /// the total, each has an equal share.
  func limit(of user: UInt32, adding bytes: Int, within limits: SessionLimits) -> Int {
    if sum + bytes <= Self.most { return limits.userBytes }
    return min(limits.userBytes, Self.most / (users.count + (users[user] == nil ? 1 : 0)))
  }

  /// Counts a session anew as it is now; nil for one that has ended.
  mutating func recount(_ id: SessionID, _ session: Session.State?) {
    if let old = sessions.removeValue(forKey: id) { add(-old.bytes, to: old.user) }
    guard let session, !session.scenes.isEmpty else { return }
    let bytes = session.scenes.reduce(0) { $0 + $1.request.cost }
    sessions[id] = Entry(user: session.peer.uid, bytes: bytes)
    add(bytes, to: session.peer.uid)
  }

  private mutating func add(_ bytes: Int, to user: UInt32) {
    let total = self[user] + bytes
    users[user] = total == 0 ? nil : total
    sum += bytes
  }
}

/// How sessions begin and end.
extension Core.State {
  /// Opens a session; does nothing if its number was given before.
  mutating func open(_ session: Session.State) {
    guard session.id.number > newestSession else { return }
    newestSession = session.id.number
    sessions.append(session)
    turn.value.sessions.insert(session.id)
  }

  /// Ends sessions whose connections have ended. The list may repeat a session.
  mutating func endConnections(_ ids: [SessionID]) {
    for id in ids { calls.remove(id) }
    end(ids)
  }

  /// Ends sessions. The caller closes the connections that are still open (`Output.closing`).
  /// Watchers see the peer of the last session as the author of the change, also where another
  /// client cancelled it.
  mutating func end(_ ids: [SessionID]) {
    let open = ids.filter { sessions.contains(id: $0) }
    turn.value.sessions.formUnion(open)
    if let last = open.last { turn.value.author = sessions[id: last]?.peer }
    sessions.remove(ids: open)
  }

  /// Takes up saved sessions: each scene that had appeared appears again, in the order in which
  /// they once did.
  mutating func restore(_ saved: [SavedSession], at now: Moment) -> Effect<Core.Action> {
    var appearances: [(key: SceneKey, appearance: Scene.Appearance)] = []
    for saved in saved.sorted(by: { $0.session.id < $1.session.id }) {
      let old = saved.session
      guard old.id.number > newestSession else { continue }
      let scenes = old.scenes.map { Scene.State(key: $0.key, request: $0.request) }
      open(Session.State(old.id, old.peer, opened: old.opened, pushed: old.pushed, scenes: scenes))
      appearances += old.scenes.compactMap { scene in scene.appearance.map { (scene.key, $0) } }
      if let hold = saved.hold { calls.hold(hold) }
    }
    appearances.sort { left, right in
      (left.appearance.since.offset, left.key.session.number, left.key.scene.number)
        < (right.appearance.since.offset, right.key.session.number, right.key.scene.number)
    }
    return .concatenate(
      appearances.compactMap { key, appearance in
        sceneAction(.restored(appearance, at: now), of: key).map { .send($0) }
      }
    )
  }

  /// The core's action for an action of a scene; nil if there is no such scene.
  public func sceneAction(_ action: Scene.Action, of key: SceneKey) -> Core.Action? {
    sessions[id: key.session]?.element(of: key.scene).map { element in
      .session(.element(id: key.session, action: .scenes(.element(id: element, action: action))))
    }
  }

  /// Marks the session of a scene as changed, and ends the scene if its time is over.
  mutating func applySceneAction(_ action: IdentifiedActionOf<Session>) {
    guard case .element(let id, let action) = action else { return }
    turn.value.sessions.insert(id)
    if case .scenes(.element(_, .expired(let key))) = action { expire(key) }
  }

  /// Ends a call that lasts, so that the one behind it is answered. The scene of a hold ends with
  /// its call.
  mutating func endLastingCall(of session: SessionID) {
    guard let call = calls[session], call.lasts else { return }
    turn.value.author = sessions[id: session]?.peer
    calls.remove(session)
    reply(to: session, .failed(.nextCallArrived))
    if let key = call.scene?.key { end(key, .cancelled) }
  }

  mutating func expire(_ key: SceneKey) {
    turn.value.author = sessions[id: key.session]?.peer
    end(key, .expired)
  }

  /// Removes a scene and everything above it; its client is notified of the reason.
  mutating func end(_ key: SceneKey, _ end: SceneEnd) {
    guard let element = sessions[id: key.session]?.element(of: key.scene) else { return }
    turn.value.endedScenes[key] = end
    turn.value.sessions.insert(key.session)
    sessions[id: key.session]?.scenes.pop(from: element)
  }
}
