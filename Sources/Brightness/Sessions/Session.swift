import Composable

/// A connection: it owns a stack of scenes, of which only the topmost counts that has appeared.
public struct Session: Reducer {
  /// What is known of a session.
  public struct State: Equatable, Identifiable, Sendable {
    /// Its number, which no other session had or will have.
    public let id: SessionID
    /// Who is at the other end.
    public let peer: Peer
    /// When the connection was opened.
    public let opened: Moment
    /// The scenes, from the bottom to the top.
    public internal(set) var scenes: StackState<Scene.State> = []
    /// How many scenes there may be.
    public internal(set) var room: Int
    /// How many scenes were pushed so far.
    public internal(set) var pushed = 0

    init(_ id: SessionID, _ peer: Peer, opened: Moment, room: Int = SessionLimits().scenes) {
      self.id = id
      self.peer = peer
      self.opened = opened
      self.room = room
    }

    /// A session as it was recorded, with scenes that have yet to appear again.
    public init(restoring id: SessionID, _ peer: Peer, opened: Moment, pushed: Int, _ scenes: [Scene.State]) {
      self.init(id, peer, opened: opened)
      self.pushed = pushed
      self.scenes = StackState(scenes)
    }
  }

  /// What happens to a session while it lives.
  public enum Action: Equatable, Sendable {
    case pushed(SceneRequest)
    case scenes(StackAction<Scene.State, Scene.Action>)
  }

  @Dependency(\.brightness) private var brightness

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pushed(let request) = action, (try? state.checkRoom()) != nil { state.push(request) }
      return .none
    }
    .forEach(\.scenes, action: .scenes) { Scene() }
    .onChange(of: \.covered) { former, state in cover(state.covered, instead: former ?? [], state.id) }
  }

  /// What covers a scene ends before it begins anew, so that a scene which appeared again is covered again.
  private func cover(_ covered: [Covered], instead former: [Covered], _ session: SessionID) -> Effect<Action> {
    let ended = former.filter { !covered.contains($0) }
    let begun = covered.filter { !former.contains($0) }
    return .merge(ended.map { .cancel(id: $0) } + begun.map { hold($0, session) })
  }

  private func hold(_ covered: Covered, _ session: SessionID) -> Effect<Action> {
    let owner = ClaimOwner(session: session, scene: covered.scene)
    return .hold(acquire: { brightness.cover(owner) }, release: { brightness.uncover(owner) })
      .cancellable(id: covered, cancelInFlight: true)
  }
}

extension Session.State {
  /// The number that the next scene will have: no scene of this session had it.
  public var nextScene: SceneID { SceneID(pushed + 1) }

  /// How long the connection has been open.
  public func age(at now: Moment) -> Duration { now - opened }

  /// The scene that counts, if one does: the topmost that has appeared.
  public var inForce: SceneID? { scenes.last { $0.appearance != nil }?.owner.scene }

  /// The scenes that have appeared below the one that counts.
  var covered: [Covered] { appeared.dropLast() }

  /// A scene by its number; one that has ended is there until it is dismissed.
  public subscript(scene: SceneID) -> Scene.State? { scenes.first { $0.owner.scene == scene } }

  /// Where a scene stands in the stack; one that has ended is not there for its client any more.
  func element(of scene: SceneID) -> StackElementID? {
    zip(scenes.ids, scenes).first { $1.owner.scene == scene && $1.end == nil }?.0
  }

  func checkRoom() throws(SessionError) { try Limit.scenes(room).check(.scenes, scenes.count + 1) }

  fileprivate mutating func push(_ request: SceneRequest) {
    scenes.append(Scene.State(ClaimOwner(session: id, scene: nextScene), request))
    pushed += 1
  }

  private var appeared: [Covered] {
    scenes.filter { $0.appearance != nil }.map { Covered(scene: $0.owner.scene, appearance: $0.appearances) }
  }
}

/// One appearance of a scene, and the name of what covers it.
struct Covered: Hashable, Sendable {
  let scene: SceneID
  let appearance: Int
}

extension CasePath where Root == Session.Action {
  /// The path to what happens to the scenes.
  public static var scenes: CasePath<Root, StackAction<Scene.State, Scene.Action>> {
    .init(embed: Root.scenes) { if case .scenes(let action) = $0 { action } else { nil } }
  }
}
