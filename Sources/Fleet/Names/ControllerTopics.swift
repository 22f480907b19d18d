import BrightnessModel

/// The topics of a controller: it publishes documents and levels, and reads what devices publish.
public struct ControllerTopics: Hashable, Sendable {
  public let root: String
  public let controller: FleetName
  /// The first part of the topics from which Home Assistant learns about devices.
  let prefix: String

  /// - Parameter root: One or several names with slashes between them.
  public init(
    root: String = "brightnessd",
    controller: FleetName,
    prefix: String = HomeAssistantSettings.usualPrefix
  ) throws(FleetNamesError) {
    try FleetNamesError.check(root: root)
    self.root = root
    self.controller = controller
    self.prefix = prefix
  }

  /// What to subscribe to for the state of all devices.
  public var devices: String { "\(root)/device/+/#" }

  /// What to subscribe to in order to learn whether a device is online and has a light.
  public func light(_ light: LightID, of device: FleetName) -> [String] {
    [PublishedTopic.status, .light(LightTopicName(of: light))].map { $0.spelled(root: root, device: device) }
  }

  /// What to subscribe to for what Home Assistant was told about a device.
  public func discovery(of device: FleetName) -> String {
    PublishedTopic.discovery(prefix: prefix).spelled(root: root, device: device)
  }

  /// What to subscribe to in order to notice that a device comes online.
  public var statuses: String { "\(root)/device/+/status" }

  /// What to subscribe to for the answers to a session.
  public func replies(to session: FleetName) -> String { "\(root)/reply/\(controller)/\(session)/+" }

  /// The last will of a session's connection. Devices end what it holds after a grace.
  public func lost(_ session: FleetName) -> FleetMessage { end(of: session, "lost") }

  /// The goodbye of a session. Devices end what it holds at once.
  public func ended(_ session: FleetName) -> FleetMessage { end(of: session, "ended") }

  public func document(_ payload: [UInt8], of session: FleetName, to address: FleetName) -> FleetMessage {
    FleetMessage(topic: "\(root)/to/\(address)/hold/\(controller)/\(session)", payload: payload)
  }

  /// - Parameter light: Nil for every screen.
  public func level(_ payload: [UInt8], of light: LightTopicName?, to address: FleetName) -> FleetMessage {
    FleetMessage(topic: "\(root)/to/\(address)/set\(light.map { "/\($0)" } ?? "")", payload: payload)
  }

  /// A message that makes the broker forget the last one of a topic.
  func cleared(_ topic: PublishedTopic, of device: FleetName) -> FleetMessage {
    FleetMessage(topic: topic.spelled(root: root, device: device), payload: [], isRetained: true)
  }

  /// The device that published to a topic, and what; nil for topics that a newer version may know.
  func received(_ topic: String) -> (device: FleetName, topic: PublishedTopic)? {
    if let device = announced(topic) { return (device, .discovery(prefix: prefix)) }
    guard let levels = topic.levels(below: root) else { return nil }
    switch (levels.first, levels.count) {
    case ("device", 3...): return published(levels[1], Array(levels.dropFirst(2)))
    case ("reply", 4): return answered(levels[1], session: levels[2], by: levels[3])
    default: return nil
    }
  }

  private func published(_ device: String, _ rest: [String]) -> (FleetName, PublishedTopic)? {
    guard let device = FleetName(device) else { return nil }
    return PublishedTopic(belowDevice: rest).map { (device, $0) }
  }

  /// The device whose message for Home Assistant is on a topic.
  private func announced(_ topic: String) -> FleetName? {
    let levels = topic.split(separator: "/")
    guard levels.count >= 2, let device = FleetName(levels[levels.count - 2]) else { return nil }
    return topic == discovery(of: device) ? device : nil
  }

  private func answered(_ controller: String, session: String, by device: String) -> (FleetName, PublishedTopic)? {
    guard let session = FleetName(session), let device = FleetName(device), FleetName(controller) == self.controller
    else { return nil }
    return (device, .reply(RemoteSession(self.controller, session)))
  }

  private func end(of session: FleetName, _ payload: String) -> FleetMessage {
    FleetMessage(topic: "\(root)/session/\(controller)/\(session)", payload: Array(payload.utf8))
  }
}
