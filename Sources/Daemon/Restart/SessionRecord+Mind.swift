import Brightness
import ControlAPI

/// A session as its record says that it was.
struct RecordedSession {
  let state: Session.State
  let appearances: [RecordedAppearance]
  let watch: SceneWatch?
}

/// A scene that had appeared.
struct RecordedAppearance {
  let owner: ClaimOwner
  let appearance: Scene.Appearance
}

extension SessionRecord {
  /// What is to be known of a session when the program is started anew.
  init(_ session: Session.State, watch: SceneWatch?) {
    self.init(
      session: session.id.number,
      user: Int(session.peer.uid),
      group: Int(session.peer.gid),
      process: Int(session.peer.pid),
      opened: session.opened.nanoseconds,
      pushed: session.pushed,
      hold: watch.map { Hold($0) },
      scenes: session.scenes.filter { $0.end == nil }.map { Scene($0) }
    )
  }

  /// The session in the mind's words; nil if there can be none like this.
  var recorded: RecordedSession? {
    guard session > 0, areNumbersInOrder,
      let uid = UInt32(exactly: user), let gid = UInt32(exactly: group), let pid = Int32(exactly: process)
    else { return nil }
    let id = SessionID(session)
    let states = scenes.compactMap { $0.state(in: id) }
    let watch = hold.flatMap { $0.watch(in: id) }
    guard states.count == scenes.count, (watch == nil) == (hold == nil) else { return nil }
    return RecordedSession(
      state: Session.State(
        restoring: id,
        Brightness.Peer(uid: uid, gid: gid, pid: pid),
        opened: Moment(.nanoseconds(opened)),
        pushed: pushed,
        states
      ),
      appearances: zip(scenes, states).compactMap { $0.recorded(of: $1) },
      watch: watch
    )
  }

  private var areNumbersInOrder: Bool {
    zip([0] + scenes.map(\.number), scenes.map(\.number)).allSatisfy { $0 < $1 } && pushed >= scenes.last?.number ?? 0
  }
}

extension SessionRecord.Scene {
  fileprivate init(_ scene: Scene.State) {
    self.init(
      number: scene.owner.scene.number,
      request: SessionsInterface.SceneRequest(scene.request),
      appearance: scene.appearance.map { appearance in
        SessionRecord.Appearance(
          since: appearance.since.nanoseconds,
          yielded: appearance.yielded.map(\.description).sorted()
        )
      }
    )
  }

  fileprivate func state(in session: SessionID) -> Scene.State? {
    guard let request = try? SceneRequest(request, among: LightNames([]), within: .none) else { return nil }
    return Scene.State(ClaimOwner(session: session, scene: SceneID(number)), request)
  }

  fileprivate func recorded(of scene: Scene.State) -> RecordedAppearance? {
    guard let appearance else { return nil }
    let since = Moment(.nanoseconds(appearance.since))
    return RecordedAppearance(
      owner: scene.owner,
      appearance: Scene.Appearance(
        of: scene.request,
        since: since,
        yielded: Set(appearance.yielded.map { LightID($0) })
      )
    )
  }
}

extension SessionRecord.Hold {
  fileprivate init(_ watch: SceneWatch) {
    self.init(
      scene: watch.owner.scene.number,
      told: watch.told.rawValue,
      losses: Dictionary(uniqueKeysWithValues: watch.losses.map { ($0.description, $1.rawValue) }),
      hasHeld: watch.hasHeld
    )
  }

  fileprivate func watch(in session: SessionID) -> SceneWatch? {
    guard let told = SceneStanding(rawValue: told) else { return nil }
    let losses = losses.compactMap { light, word in SceneLoss(rawValue: word).map { (LightID(light), $0) } }
    guard losses.count == self.losses.count else { return nil }
    return SceneWatch(
      ClaimOwner(session: session, scene: SceneID(scene)),
      told: told,
      losses: Dictionary(uniqueKeysWithValues: losses),
      hasHeld: hasHeld
    )
  }
}

extension SessionLimits {
  /// What was within the limits when it came is not held to others; a record has one of its own.
  fileprivate static let none = SessionLimits(scenes: .max, claims: .max, bytes: .max)
}

extension Moment {
  /// Since boot.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = offset.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
