import BrightnessControl
import BrightnessModel
import BrightnessVarlink

/// A light, as a device publishes it.
public struct PublishedLight: Equatable, Sendable, JSONObjectReadable, JSONObjectWritable {
  public let light: LightsInterface.Light
  /// The name of the remote scene that decides on it, or `local`; nil while none does.
  public let holder: String?

  init(_ light: LightsInterface.Light, holder: String?) {
    self.light = light
    self.holder = holder
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    light = try LightsInterface.Light(fields: &fields)
    holder = try fields.read("holder")
  }

  public func writeFields(to writer: inout JSONWriter) {
    light.writeFields(to: &writer)
    writer.field("holder", holder)
  }
}

/// The holds on a device, as it publishes them.
public struct PublishedHolds: Equatable, Sendable, JSONObjectReadable, JSONObjectWritable {
  public let remote: [PublishedHold]
  /// The number of holds of programs on the device itself.
  public let local: Int

  init(remote: [PublishedHold], local: Int) {
    self.remote = remote
    self.local = local
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    remote = try fields.read("remote")
    local = try fields.read("local")
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("remote", remote)
    writer.field("local", local)
  }
}

/// A remote hold, as its device publishes it.
public struct PublishedHold: Equatable, Sendable, JSONObjectReadable, JSONObjectWritable {
  public let session: RemoteSession
  public let address: String
  public let name: String?
  /// The last event of its scene, or `refused`; nil before the daemon of the device has answered.
  public let event: String?
  /// What was left of its lease when it was published.
  public let lease: Duration

  init(session: RemoteSession, address: String, name: String?, event: String?, lease: Duration) {
    self.session = session
    self.address = address
    self.name = name
    self.event = event
    self.lease = lease
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    session = RemoteSession(try fields.read("controller"), try fields.read("session"))
    address = try fields.read("address")
    name = try fields.read("name")
    event = try fields.read("event")
    lease = try (fields.read("leaseMilliseconds") as Milliseconds).duration
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("controller", session.controller.description)
    writer.field("session", session.name.description)
    writer.field("address", address)
    writer.field("name", name)
    writer.field("event", event)
    writer.field("leaseMilliseconds", Milliseconds(lease))
  }
}

/// What a device says about itself.
public struct PublishedHealth: Equatable, Sendable, JSONObjectReadable, JSONObjectWritable {
  public let version: String
  public let health: DaemonHealth
  /// How many messages were refused, by the kind of the reason.
  public let refused: [String: Int]

  init(version: String, _ health: DaemonHealth, refused: [String: Int]) {
    self.version = version
    self.health = health
    self.refused = refused
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    version = try fields.read("version")
    health = DaemonHealth(
      pendingRestores: try fields.read("pendingRestores"),
      monitorWrites: try fields.read("monitorWrites")
    )
    refused = try fields.read("refused")
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("version", version)
    writer.field("pendingRestores", health.pendingRestores)
    writer.field("monitorWrites", health.monitorWrites)
    writer.field("refused", refused)
  }
}

/// What a device tells a controller about its hold there.
public struct FleetReply: Equatable, Sendable, JSONObjectReadable, JSONObjectWritable {
  public enum Content: Equatable, Sendable {
    /// An event of the scene; with a light, of its claim on that light.
    case scene(SceneEvent, light: String?)
    case refused(reason: String)
  }

  /// The event of a document that was refused, beside those of its scene.
  static let refused = "refused"

  public let address: String
  public let content: Content

  init(address: String, _ content: Content) {
    self.address = address
    self.content = content
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    address = try fields.read("address")
    let reason: String? = try fields.read("reason")
    let light: String? = try fields.read("light")
    let event: String = try fields.read("event")
    if let event = SceneEvent(rawValue: event) {
      content = .scene(event, light: light)
    } else if event == Self.refused {
      content = .refused(reason: reason ?? "")
    } else {
      let known = SceneEvent.allCases.map(\.rawValue) + [Self.refused]
      throw InvalidParameter(expected: known, found: .string(event))
    }
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("address", address)
    content.writeFields(to: &writer)
  }
}

extension FleetReply.Content: JSONObjectWritable {
  public func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .scene(let event, let light):
      writer.field("event", event.rawValue)
      writer.field("light", light)
    case .refused(let reason):
      writer.field("event", FleetReply.refused)
      writer.field("reason", reason)
    }
  }
}
