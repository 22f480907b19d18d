import ControlAPI
import Varlink

/// A session as it is written down for the next start.
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
    /// The lights on which the scene stands aside.
    var yielded: [String]
  }

  /// The call that goes on as long as its scene is there, and what its client was told last.
  struct Hold: Hashable {
    var scene: Int
    var told: String
    /// What it was told of single lights.
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
    told = try fields.read("told")
    losses = try fields.read("losses")
    hasHeld = try fields.read("held")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", scene)
    writer.field("told", told)
    writer.field("losses", losses)
    writer.field("held", hasHeld)
  }
}
