import Brightness
import ControlAPI
import Model
import Varlink

/// A saved session as one line of JSON.
struct SessionRecord: Hashable {
  var session: Int
  var user: Int
  var group: Int
  var process: Int
  /// In nanoseconds since boot, as are all times here.
  var opened: Int64
  var pushed: Int
  var hold: Hold?
  var scenes: [Scene]

  /// A scene on its stack, from the bottom to the top.
  struct Scene: Hashable {
    var number: Int
    var request: SessionsInterface.SceneRequest
    var appearance: Appearance?
  }

  struct Appearance: Hashable {
    var since: Int64
    /// The lights on which the scene's claims yielded.
    var yielded: [String]
  }

  /// The call that lasts as long as its scene, and its client's knowledge.
  struct Hold: Hashable {
    var scene: Int
    var reported: String
    /// The lights that its client knows to be lost, by their names.
    var losses: [String: String]
    var hasHeld: Bool
  }
}

extension SessionRecord: JSONObjectReadable, JSONObjectWritable {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    session = try fields.read("session")
    user = try fields.read("user")
    group = try fields.read("group")
    process = try fields.read("process")
    opened = try fields.read("opened")
    pushed = try fields.read("pushed")
    hold = try fields.read("hold")
    scenes = try fields.read("scenes")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("session", session)
    writer.field("user", user)
    writer.field("group", group)
    writer.field("process", process)
    writer.field("opened", opened)
    writer.field("pushed", pushed)
    writer.field("hold", hold)
    writer.field("scenes", scenes)
  }
}

extension SessionRecord.Scene: JSONObjectReadable, JSONObjectWritable {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    number = try fields.read("scene")
    request = try fields.read("request")
    appearance = try fields.read("appearance")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", number)
    writer.field("request", request)
    writer.field("appearance", appearance)
  }
}

extension SessionRecord.Appearance: JSONObjectReadable, JSONObjectWritable {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    since = try fields.read("since")
    yielded = try fields.read("yielded")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("since", since)
    writer.field("yielded", yielded)
  }
}

extension SessionRecord.Hold: JSONObjectReadable, JSONObjectWritable {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    scene = try fields.read("scene")
    reported = try fields.read("reported")
    losses = try fields.read("losses")
    hasHeld = try fields.read("held")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", scene)
    writer.field("reported", reported)
    writer.field("losses", losses)
    writer.field("held", hasHeld)
  }
}

extension SessionRecord {
  init(_ saved: SavedSession) {
    let session = saved.session
    self.init(
      session: session.id.number,
      user: Int(session.peer.uid),
      group: Int(session.peer.gid),
      process: Int(session.peer.pid),
      opened: session.opened.nanoseconds,
      pushed: session.pushed,
      hold: saved.hold.map { Hold($0) },
      scenes: session.scenes.map { Scene($0) }
    )
  }

  /// The session; nil if there can be none like this.
  var saved: SavedSession? {
    guard session > 0, areNumbersInOrder,
      let uid = UInt32(exactly: user), let gid = UInt32(exactly: group), let pid = Int32(exactly: process)
    else { return nil }
    let id = SessionID(session)
    let states = scenes.compactMap { $0.state(in: id) }
    let watch = hold.flatMap { $0.watch(in: id) }
    guard states.count == scenes.count, (watch == nil) == (hold == nil) else { return nil }
    let session = Session.State(
      id,
      Peer(uid: uid, gid: gid, pid: pid),
      opened: Moment(.nanoseconds(opened)),
      pushed: pushed,
      scenes: states
    )
    return SavedSession(session, hold: watch)
  }

  private var areNumbersInOrder: Bool {
    zip([0] + scenes.map(\.number), scenes.map(\.number)).allSatisfy { $0 < $1 } && pushed >= scenes.last?.number ?? 0
  }
}

extension SessionRecord.Scene {
  fileprivate init(_ scene: Brightness.Scene.State) {
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

  fileprivate func state(in session: SessionID) -> Brightness.Scene.State? {
    guard let request = try? SceneRequest(request, among: LightNames([]), within: .unlimited) else { return nil }
    let appeared = appearance.map { appearance in
      Brightness.Scene.Appearance(
        of: request,
        since: Moment(.nanoseconds(appearance.since)),
        yielded: Set(appearance.yielded.compactMap { LightID($0) })
      )
    }
    return Brightness.Scene.State(ClaimOwner(session: session, scene: SceneID(number)), request, appearance: appeared)
  }
}

extension SessionRecord.Hold {
  fileprivate init(_ watch: SceneWatch) {
    self.init(
      scene: watch.owner.scene.number,
      reported: watch.reported.rawValue,
      losses: Dictionary(uniqueKeysWithValues: watch.losses.map { ($0.description, $1.rawValue) }),
      hasHeld: watch.hasHeld
    )
  }

  fileprivate func watch(in session: SessionID) -> SceneWatch? {
    guard let status = SceneStatus(rawValue: reported) else { return nil }
    let losses = losses.compactMap { light, word -> (LightID, SceneLoss)? in
      guard let light = LightID(light), let loss = SceneLoss(rawValue: word) else { return nil }
      return (light, loss)
    }
    guard losses.count == self.losses.count else { return nil }
    return SceneWatch(
      ClaimOwner(session: session, scene: SceneID(scene)),
      reported: status,
      losses: Dictionary(uniqueKeysWithValues: losses),
      hasHeld: hasHeld
    )
  }
}

extension SessionLimits {
  /// A saved request was within the limits of its time; a record has a limit of its own.
  fileprivate static let unlimited = SessionLimits(scenes: .max, claims: .max, bytes: .max, userBytes: .max)
}

extension Moment {
  /// Since boot.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = offset.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension SessionRecord {
  var line: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads a line; nil unless it is to the byte how the record would be written, so that nothing is guessed.
  init?(line: String) {
    do {
      try self.init(json: JSONInput(JSON(parsing: line.utf8)))
    } catch {
      return nil
    }
    guard self.line.utf8.elementsEqual(line.utf8) else { return nil }
  }
}
