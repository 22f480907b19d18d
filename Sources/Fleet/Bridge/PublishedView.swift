import BrightnessControl
import BrightnessModel
import BrightnessVarlink

/// What the daemon reports about itself, as far as it is published.
public struct DaemonHealth: Equatable, Sendable {
  public let pendingRestores: Int
  public let monitorWrites: Int

  public init(pendingRestores: Int, monitorWrites: Int) {
    self.pendingRestores = pendingRestores
    self.monitorWrites = monitorWrites
  }
}

/// The state that is published, and what of it the broker has.
struct PublishedView: Sendable {
  /// The message of a topic, before it is written as JSON.
  enum Content: Equatable, Sendable {
    case online
    case light(PublishedLight)
    case holds([HoldReport], others: Int)
    case health(PublishedHealth)
    case discovery(DeviceDiscovery)

    /// What the same message would say if it came again.
    fileprivate var repetition: Content {
      if case .discovery(let discovery) = self { .discovery(discovery.repetition) } else { self }
    }
  }

  /// The last message of a topic since the connection was made.
  private struct Publication {
    var content: Content
    var moment: Moment
  }

  /// More topics of this device would be those of somebody else.
  static let mostKept = 256

  /// Nil before the daemon has listed them.
  private var knownLights: [LightID: LightsInterface.Light]?
  var otherHolds = 0
  var health: DaemonHealth?
  private var isConnected = false
  private var published: [PublishedTopic: Publication] = [:]
  /// The topics of this device that the broker may keep, from this connection or one before.
  private var kept: Set<PublishedTopic> = []
  /// The lights that Home Assistant may know, from this connection or one before; nil if it may not
  /// know this device.
  private var announced: Set<LightTopicName>?

  var lights: [LightID: LightsInterface.Light] {
    get { knownLights ?? [:] }
    set { knownLights = newValue }
  }

  var monitors: Set<LightID> { Set(lights.filter { $0.value.kind == .monitor }.keys) }

  mutating func connect() {
    isConnected = true
    // Everything again: a broker may have lost what it kept, and nobody else would notice.
    published = [:]
  }

  mutating func disconnect() { isConnected = false }

  /// Notes that the broker has kept a topic of this device.
  mutating func find(_ topic: PublishedTopic) {
    guard kept.count < Self.mostKept else { return }
    kept.insert(topic)
    let known = announced ?? []
    if case .light(let light) = topic, known.count < Self.mostKept { announced = known.union([light]) }
  }

  /// Whether this device has a light, as far as it is known.
  func mayHave(_ light: LightID) -> Bool { knownLights.map { $0[light] != nil } ?? true }

  /// The messages that are due, of all that should be there. A topic that is not published any more
  /// is cleared, with nil.
  mutating func takeDue(
    of contents: [(PublishedTopic, Content)],
    at now: Moment,
    isPublished: (PublishedTopic) -> Bool
  ) -> [(topic: PublishedTopic, content: Content?)] {
    guard isConnected else { return [] }
    var due: [(PublishedTopic, Content?)] = []
    for (topic, content) in contents where isDue(topic, content, at: now) {
      published[topic] = Publication(content: content.repetition, moment: now)
      kept.insert(topic)
      if case .discovery(let discovery) = content { announced = Set(discovery.lights.map(\.topicName)) }
      due.append((topic, content))
    }
    for topic in kept where !isPublished(topic) {
      published[topic] = nil
      kept.remove(topic)
      due.append((topic, nil))
    }
    return due
  }

  /// What Home Assistant is to be told; nil while there has been no light.
  func discovery(_ settings: HomeAssistantSettings) -> DeviceDiscovery? {
    guard let knownLights, !knownLights.isEmpty || announced != nil else { return nil }
    return DeviceDiscovery(settings, knownLights, known: announced ?? [])
  }

  /// When the next change is published.
  func nextPublication(of contents: [(PublishedTopic, Content)]) -> Moment? {
    isConnected ? contents.compactMap(due).min() : nil
  }

  private func isDue(_ topic: PublishedTopic, _ content: Content, at now: Moment) -> Bool {
    due(topic, content).map { $0 <= now } ?? false
  }

  /// When a message may be published; nil if the broker has it.
  private func due(_ topic: PublishedTopic, _ content: Content) -> Moment? {
    guard let last = published[topic] else { return Moment(.zero) }
    return last.content == content ? nil : last.moment + topic.interval
  }
}

extension PublishedTopic {
  /// The shortest time between two messages.
  fileprivate var interval: Duration {
    switch self {
    case .status, .reply: .zero
    case .light, .holds: .milliseconds(500)
    // Home Assistant takes a moment for each device.
    case .discovery: .seconds(2)
    case .health: .seconds(60)
    }
  }
}

/// A remote hold as it is published. The time that is left of its lease is added when it is
/// written: it would otherwise be a change at each moment.
struct HoldReport: Equatable, Sendable {
  let id: RemoteHoldID
  let key: HoldKey
  let name: String?
  /// Nil before the daemon has answered, and while it is away.
  let event: String?

  init(_ hold: RemoteHold.State) {
    id = hold.id
    key = hold.key
    name = hold.document.scene.name
    event =
      switch hold.withdrawal {
      case .cancelled: SceneEvent.cancelled.rawValue
      case .expired: SceneEvent.expired.rawValue
      case .refused: FleetReply.refused
      case nil: hold.localHolds.first?.event?.rawValue
      }
  }
}
