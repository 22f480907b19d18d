import BrightnessModel
import BrightnessVarlink

/// What all devices publish, as a controller sees it.
public struct FleetView: Equatable, Sendable {
  public struct Device: Equatable, Sendable {
    public fileprivate(set) var isOnline = false
    public fileprivate(set) var lights: [LightID: PublishedLight] = [:]
    public fileprivate(set) var holds: PublishedHolds?
    public fileprivate(set) var health: PublishedHealth?
    fileprivate var topics: Set<PublishedTopic> = []

    /// Whether it has published the light, also if this version cannot read what it has published.
    public func has(_ light: LightID) -> Bool { topics.contains(.light(LightTopicName(of: light))) }
  }

  public private(set) var devices: [FleetName: Device] = [:]

  public init() {}

  /// Takes a message of a topic of `topics.devices`. What cannot be read counts as absent.
  public mutating func receive(_ message: FleetMessage, _ topics: ControllerTopics) {
    guard let (name, topic) = topics.received(message.topic), topic.isRetained else { return }
    var device = devices[name] ?? Device()
    device.take(topic, message.payload)
    // A device of which the broker keeps nothing is retired.
    devices[name] = device.topics.isEmpty ? nil : device
  }

  /// The messages that make the broker forget a device.
  public func clearing(_ device: FleetName, _ topics: ControllerTopics) -> [FleetMessage] {
    let known = devices[device]?.topics ?? []
    return known.map { topics.cleared($0, of: device) }.sorted { $0.topic < $1.topic }
  }
}

extension FleetView.Device {
  fileprivate mutating func take(_ topic: PublishedTopic, _ payload: [UInt8]) {
    if payload.isEmpty { topics.remove(topic) } else { topics.insert(topic) }
    switch topic {
    case .status: isOnline = payload.elementsEqual("online".utf8)
    case .light(let name): lights[name.light] = PublishedLight(lenient: payload)
    case .holds: holds = PublishedHolds(lenient: payload)
    case .health: health = PublishedHealth(lenient: payload)
    case .reply, .discovery: break
    }
  }
}

extension JSONObjectReadable {
  /// Reads what another machine has published; nil if this version cannot. Fields of a newer
  /// version are skipped.
  init?(lenient payload: [UInt8]) {
    guard let json = try? JSON(parsing: payload, nesting: DocumentLimits.nesting),
      let value = try? Self(json: JSONInput(json, allowsUnknownFields: true))
    else { return nil }
    self = value
  }
}
