import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

/// What a controller wants: a scene, and for how long it counts without another document.
///
/// It is read by hand and not generated from an interface description: a description cannot name
/// the types of another one, so it would repeat `SceneRequest`, and the package would install it
/// although no socket serves it.
public struct FleetDocument: Hashable, Sendable, JSONObjectWritable {
  public static let usualLease = Duration.seconds(60)
  public static let shortestLease = Duration.seconds(1)
  public static let usualGrace = Duration.milliseconds(250)

  public var scene: SessionsInterface.SceneRequest
  public var lease: Duration
  /// How long after the loss of its session the scene still counts. It distinguishes the end of a
  /// controller from that of its broker.
  public var grace: Duration
  /// The session of the controller's former connection, whose holds this session takes over.
  public var replaces: FleetName?
  /// Whether the controller wants the events of its hold.
  public var wantsReply: Bool

  public init(
    scene: SessionsInterface.SceneRequest,
    lease: Duration = usualLease,
    grace: Duration = usualGrace,
    replaces: FleetName? = nil,
    wantsReply: Bool = false
  ) {
    self.scene = scene
    self.lease = lease
    self.grace = grace
    self.replaces = replaces
    self.wantsReply = wantsReply
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", scene)
    writer.field("leaseMilliseconds", Milliseconds(lease))
    writer.field("graceMilliseconds", Milliseconds(grace))
    writer.field("replaces", replaces?.description)
    writer.field("reply", wantsReply)
  }
}

extension FleetDocument: JSONObjectReadable {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    scene = try fields.read("scene")
    lease = try (fields.read("leaseMilliseconds") as Milliseconds?)?.duration ?? Self.usualLease
    grace = try (fields.read("graceMilliseconds") as Milliseconds?)?.duration ?? Self.usualGrace
    replaces = try fields.read("replaces")
    wantsReply = try fields.read("reply") ?? false
  }
}

extension FleetName: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard let name = FleetName(try String(json: json)) else {
      throw InvalidParameter(expected: "1 to \(Self.longest) letters, digits, '-' and '_'", found: json.value)
    }
    self = name
  }
}

/// What a document may say on this device.
public struct DocumentLimits: Hashable, Sendable {
  /// A scene is an object with an array of objects in it.
  static let nesting = 8

  public var bytes = 4 << 10
  public var longestLease = Duration.seconds(300)
  public var mostPriority = Priority.normal

  public init() {}
}

extension FleetDocument {
  /// Reads a payload, whatever its values.
  init(reading payload: [UInt8], within limits: DocumentLimits) throws(Refusal) {
    guard payload.count <= limits.bytes else { throw .tooLong(bytes: payload.count, limit: limits.bytes) }
    self = try Refusal.reading(payload)
  }

  /// Throws the first reason for which this device refuses it. By then it is known whether its
  /// controller wants to be told.
  func check(within limits: DocumentLimits) throws(Refusal) {
    guard Self.shortestLease...limits.longestLease ~= lease else { throw .lease(lease, limit: limits.longestLease) }
    guard grace <= lease else { throw .grace(grace, lease: lease) }
    let priority = scene.priority ?? .normal
    guard priority <= limits.mostPriority else { throw .priority(priority, limit: limits.mostPriority) }
  }

  /// The scene as this device holds it, named after its controller; throws if the daemon would
  /// refuse it wherever it runs. Whether a light has a claimed name, only the daemon knows.
  func localScene(of controller: FleetName) throws(Refusal) -> SessionsInterface.SceneRequest {
    var scene = scene
    scene.name = scene.name.map { "\(controller): \($0)" } ?? controller.description
    if let wrong = scene.claims.first(where: { !(0...100 ~= $0.percent) }) { throw .percent(wrong.percent) }
    let checked = scene
    try converting({ Refusal.scene($0) }) { () throws(SessionError) in
      let claims = checked.claims.map { _ in Claim(.exactly(.all)) }
      _ = try SceneRequest(
        name: checked.name,
        reason: checked.reason,
        claims: claims,
        expires: checked.expires,
        fade: checked.fade
      )
    }
    return scene
  }
}
