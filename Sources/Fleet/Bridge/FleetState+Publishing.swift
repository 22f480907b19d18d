import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import ComposableCore

extension Fleet.State {
  /// Tells a controller what became of its document.
  mutating func reply(_ content: FleetReply.Content, to key: HoldKey) {
    publish(.reply(key.session), FleetReply(address: settings.topics.name(of: key.address), content).json)
  }

  mutating func publishChanges() {
    for (topic, content) in view.takeDue(of: contents, at: now, isPublished: isPublished) {
      publish(topic, content.map(payload) ?? [])
    }
  }

  var nextPublication: Moment? { view.nextPublication(of: contents) }

  private mutating func publish(_ topic: PublishedTopic, _ payload: [UInt8]) {
    let text = settings.topics.topic(topic)
    requests.append(.publish(FleetMessage(topic: text, payload: payload, isRetained: topic.isRetained)))
  }

  /// All that is to be published, in this order.
  private var contents: [(PublishedTopic, PublishedView.Content)] {
    var contents: [(PublishedTopic, PublishedView.Content)] = [(.status, .online)]
    if settings.publishes.contains(.lights) {
      for (id, light) in view.lights.sorted(by: { $0.key < $1.key }) {
        contents.append((.light(LightTopicName(of: id)), .light(PublishedLight(light, holder: holder(of: light)))))
      }
    }
    if settings.publishes.contains(.holds) {
      contents.append((.holds, .holds(holds.map { HoldReport($0) }, others: view.otherHolds)))
    }
    if settings.publishes.contains(.health), let health = view.health {
      let refused = Dictionary(refusals.map { ($0.key.rawValue, $0.value) }) { $1 }
      contents.append((.health, .health(PublishedHealth(version: settings.version, health, refused: refused))))
    }
    if let home = settings.homeAssistant, let discovery = view.discovery(home) {
      contents.append((.discovery(prefix: home.prefix), .discovery(discovery)))
    }
    return contents
  }

  /// Whether a topic that the broker keeps is, or may be, one that this device publishes.
  private func isPublished(_ topic: PublishedTopic) -> Bool {
    switch topic {
    case .status, .discovery, .reply: true
    case .light(let name): settings.publishes.contains(.lights) && view.mayHave(name.light)
    case .holds: settings.publishes.contains(.holds)
    case .health: settings.publishes.contains(.health)
    }
  }

  /// The name of the scene that decides on a light. Names of local scenes do not leave the machine.
  private func holder(of light: LightsInterface.Light) -> String? {
    guard let session = light.session else { return nil }
    return holds.lazy.flatMap(\.localHolds).first { $0.session == session }?.scene.name ?? "local"
  }

  private func payload(_ content: PublishedView.Content) -> [UInt8] {
    switch content {
    case .online: Array("online".utf8)
    case .light(let light): light.json
    case .holds(let reports, let others): PublishedHolds(remote: reports.map(published), local: others).json
    case .health(let health): health.json
    case .discovery(let discovery): DiscoveryPayload(discovery: discovery, fleet: settings).json
    }
  }

  private func published(_ report: HoldReport) -> PublishedHold {
    PublishedHold(
      session: report.key.session,
      address: settings.topics.name(of: report.key.address),
      name: report.name,
      event: report.event,
      lease: holds[id: report.id].map { $0.deadline - now } ?? .zero
    )
  }
}

extension JSONObjectWritable {
  /// The value as a message.
  package var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}
