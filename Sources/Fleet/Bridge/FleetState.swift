import BrightnessControl
import BrightnessModel
import ComposableCore

extension Fleet {
  public struct State: Sendable {
    public let settings: FleetSettings
    /// In the order in which they began.
    public internal(set) var holds: IdentifiedArrayOf<RemoteHold.State> = []
    var tombstones = Tombstones()
    var traffic = DocumentTraffic()
    var levels = LevelQueue()
    var view = PublishedView()
    public internal(set) var refusals: [Refusal.Kind: Int] = [:]
    /// Topics with a retained message that were logged.
    var loggedTopics: Set<String> = []
    /// The moment of the newest event.
    var now: Moment
    private var newestID = 0
    /// The requests of the turn under way.
    var requests: [FleetRequest] = []
    /// The requests of the last turn.
    public private(set) var output: [FleetRequest] = []

    public init(settings: FleetSettings, at now: Moment) {
      self.settings = settings
      self.now = now
    }
  }
}

extension Fleet.State {
  /// Completes a turn: the store calls it when no action is left.
  public mutating func endTurn() {
    publishChanges()
    output = requests
    requests = []
  }

  /// When time alone changes something; nil if nothing is waiting for it.
  public var nextWake: Moment? {
    let ends = holds.map(\.end)
    let others = [traffic.nextDocument, levels.nextCall(monitors: view.monitors), nextPublication]
    return (ends + others.compactMap(\.self)).min()
  }

  mutating func apply(_ event: Fleet.Event) {
    switch event {
    case .received(let message): receive(message)
    case .connected: view.connect()
    case .disconnected: loseBroker()
    case .localHold(let id, let event): apply(event, of: id)
    case .daemonAppeared: connectHolds()
    case .lights(let lights): replaceLights(lights)
    case .light(let id, let light): view.lights[id] = light
    case .lightRemoved(let id): removeLight(id)
    case .otherHolds(let count): view.otherHolds = count
    case .health(let health): view.health = health
    case .levelSet(let light): levels.finish(light)
    case .resumed: requests.append(.reconnect)
    case .woke: break
    }
    callDueLevels()
  }

  /// Does what became due since the last event. Documents that waited count from their arrival, so
  /// they go before the ends of leases that they renew.
  mutating func pass(to moment: Moment) {
    now = max(now, moment)
    applyWaitingDocuments()
    endDueHolds()
  }

  mutating func makeID() -> Int {
    newestID += 1
    return newestID
  }

  private mutating func replaceLights(_ lights: [LightID: LightsInterface.Light]) {
    for id in view.lights.keys where lights[id] == nil { removeLight(id) }
    view.lights = lights
  }

  private mutating func removeLight(_ id: LightID) {
    view.lights[id] = nil
    levels.remove(id)
  }

  private mutating func receive(_ message: FleetMessage) {
    guard let topic = settings.topics.received(message.topic) else { return }
    switch topic {
    case .own(let topic): if message.isRetained, !message.payload.isEmpty { view.find(topic) }
    case _ where message.isRetained: refuseRetained(message.topic)
    case .hold(let address, let session): receiveDocument(message.payload, for: HoldKey(session, address))
    case .session(let session): receiveEnd(of: session, message.payload)
    case .set(_, let light): receiveLevel(message.payload, for: light?.light)
    }
  }

  mutating func refuse(_ refusal: Refusal) { refusals[refusal.kind, default: 0] += 1 }

  private mutating func refuseRetained(_ topic: String) {
    refuse(.retained)
    // The broker repeats it at each connection. Nobody has that many topics by mistake.
    guard loggedTopics.count < 256, loggedTopics.insert(topic).inserted else { return }
    requests.append(.log("cannot use '\(topic)': \(Refusal.retained)"))
  }
}
