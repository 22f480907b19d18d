/// A session of a controller: its name is new for each connection to the broker, so that a late
/// will can only end what its own connection held.
public struct RemoteSession: Hashable, Sendable {
  public let controller: FleetName
  public let name: FleetName

  public init(_ controller: FleetName, _ name: FleetName) {
    self.controller = controller
    self.name = name
  }
}

/// Whom a message is for. A publisher cannot use wildcards, so a group is an address to which its
/// members subscribe.
public enum FleetAddress: Hashable, Sendable {
  case all
  case device
  case group(FleetName)
}

/// What a received message asks for, as its topic says.
public enum ReceivedTopic: Hashable, Sendable {
  /// A controller wants a scene.
  case hold(FleetAddress, RemoteSession)
  /// A session ends; the payload says how.
  case session(RemoteSession)
  /// A user sets a level; without a light, on every screen.
  case set(FleetAddress, LightTopicName?)
  /// What this device has published, on this connection or one before.
  case own(PublishedTopic)
}

/// A topic that the bridge publishes to.
public enum PublishedTopic: Hashable, Sendable {
  case status
  case light(LightTopicName)
  case holds
  case health
  case reply(RemoteSession)
  /// Outside the root of the fleet, where Home Assistant finds devices.
  case discovery(prefix: String)

  /// Whether the broker keeps the last message. State is kept for those who connect later; an event
  /// would be repeated to them.
  public var isRetained: Bool { if case .reply = self { false } else { true } }

  /// What a device has published, by the levels of the topic below its own name; nil for topics
  /// that a newer version may know.
  init?(belowDevice levels: [String]) {
    switch (levels.first, levels.count) {
    case ("status", 1): self = .status
    case ("holds", 1): self = .holds
    case ("health", 1): self = .health
    case ("light", 2):
      guard let light = LightTopicName(levels[1]) else { return nil }
      self = .light(light)
    default: return nil
    }
  }

  func spelled(root: String, device: FleetName) -> String {
    switch self {
    case .status: "\(root)/device/\(device)/status"
    case .light(let light): "\(root)/device/\(device)/light/\(light)"
    case .holds: "\(root)/device/\(device)/holds"
    case .health: "\(root)/device/\(device)/health"
    case .reply(let session): "\(root)/reply/\(session.controller)/\(session.name)/\(device)"
    // The device is a level of its own, as the access list of mosquitto needs it.
    case .discovery(let prefix): "\(prefix)/device/brightnessd/\(device)/config"
    }
  }
}

/// The topics of one device: reads those of received messages, and spells those of its own.
public struct FleetTopics: Hashable, Sendable {
  public let root: String
  public let device: FleetName
  public let groups: [FleetName]

  private static let all = "all"

  /// - Parameter root: One or several names with slashes between them.
  public init(root: String = "brightnessd", device: FleetName, groups: [FleetName] = []) throws(FleetNamesError) {
    try FleetNamesError.check(root: root)
    if device.description == Self.all { throw .reserved(device) }
    var seen: Set<FleetName> = [device]
    for group in groups {
      if group.description == Self.all { throw .reserved(group) }
      guard seen.insert(group).inserted else { throw .twice(group) }
    }
    self.root = root
    self.device = device
    self.groups = groups
  }

  /// What to subscribe to. Brokers of cloud providers accept eight filters in one message.
  public var filters: [String] {
    ([Self.all, device.description] + groups.map(\.description)).map { "\(root)/to/\($0)/#" } + ["\(root)/session/+/+"]
  }

  /// What to subscribe to for what the broker has kept of this device.
  public var own: String { "\(root)/device/\(device)/#" }

  /// Nil for a topic that is not for this device, or that a newer version may know.
  public func received(_ topic: String) -> ReceivedTopic? {
    guard let levels = topic.levels(below: root) else { return nil }
    switch (levels.first, levels.count) {
    case ("session", 3): return session(levels[1], levels[2]).map { .session($0) }
    case ("device", 3...) where levels[1] == device.description:
      return PublishedTopic(belowDevice: Array(levels.dropFirst(2))).map { .own($0) }
    case ("to", 3...): return address(levels[1]).flatMap { addressed($0, verb: levels[2], levels.dropFirst(3)) }
    default: return nil
    }
  }

  private func addressed(_ address: FleetAddress, verb: String, _ rest: ArraySlice<String>) -> ReceivedTopic? {
    let rest = Array(rest)
    switch (verb, rest.count) {
    case ("hold", 2): return session(rest[0], rest[1]).map { .hold(address, $0) }
    case ("set", 0): return .set(address, nil)
    case ("set", 1): return LightTopicName(rest[0]).map { .set(address, $0) }
    default: return nil
    }
  }

  private func session(_ controller: String, _ name: String) -> RemoteSession? {
    guard let controller = FleetName(controller), let name = FleetName(name) else { return nil }
    return RemoteSession(controller, name)
  }

  private func address(_ level: String) -> FleetAddress? {
    if level == Self.all { return .all }
    guard let name = FleetName(level) else { return nil }
    if name == device { return .device }
    return groups.contains(name) ? .group(name) : nil
  }

  /// An address as it is spelled in a topic.
  public func name(of address: FleetAddress) -> String {
    switch address {
    case .all: Self.all
    case .device: device.description
    case .group(let name): name.description
    }
  }

  /// The topic on which levels of a light arrive that are for this device alone.
  func levels(of light: LightTopicName) -> String { "\(root)/to/\(device)/set/\(light)" }

  /// The device's name among all that Home Assistant knows.
  var homeAssistantName: String { "brightnessd_\(device)" }

  public func topic(_ topic: PublishedTopic) -> String { topic.spelled(root: root, device: device) }
}

extension String {
  /// The levels of a topic below a root; nil if it is not below it. A slash counts even if a
  /// combining character follows, which makes another `Character` of it.
  func levels(below root: String) -> [String]? {
    guard utf8.starts(with: "\(root)/".utf8) else { return nil }
    return utf8.dropFirst(root.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}

/// Why names of a configuration cannot be used together.
public enum FleetNamesError: Error, Hashable, CustomStringConvertible {
  case root(String)
  /// `all` is the address of every device.
  case reserved(FleetName)
  case twice(FleetName)

  static func check(root: String) throws(FleetNamesError) {
    let levels = root.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.allSatisfy({ FleetName($0) != nil }) else { throw .root(root) }
  }

  public var description: String {
    switch self {
    case .root(let text): "cannot use '\(text)': expected names of letters, digits, '-' and '_', with '/' between them"
    case .reserved(let name): "cannot use '\(name)': it is the address of every device"
    case .twice(let name): "cannot use '\(name)': another group or the device has this name"
    }
  }
}
