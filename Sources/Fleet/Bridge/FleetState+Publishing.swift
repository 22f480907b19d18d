import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import ComposableCore

/// What a controller is told about its document.
enum ReplyContent: Sendable {
  case event(SceneEvent, light: String?)
  case refused(Refusal)
}

extension Fleet.State {
  mutating func reply(_ content: ReplyContent, to key: HoldKey) {
    var writer = JSONWriter()
    writer.object {
      $0.field("address", settings.topics.name(of: key.address))
      switch content {
      case .event(let event, let light):
        $0.field("event", event.rawValue)
        $0.field("light", light)
      case .refused(let refusal):
        $0.field("event", "refused")
        $0.field("reason", refusal.description)
      }
    }
    publish(.reply(key.session), writer.bytes)
  }

  mutating func publishChanges() {
    for (topic, content) in view.takeDue(of: contents, at: now) { publish(topic, content.map(payload) ?? []) }
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
        contents.append((.light(LightTopicName(of: id)), .light(light, holder: holder(of: light))))
      }
    }
    if settings.publishes.contains(.holds) {
      contents.append((.holds, .holds(holds.map { HoldReport($0) }, others: view.otherHolds)))
    }
    if settings.publishes.contains(.health), let health = view.health {
      contents.append((.health, .health(version: settings.version, health, refusals: refusals)))
    }
    return contents
  }

  /// The name of the scene that decides on a light. Names of local scenes do not leave the machine.
  private func holder(of light: LightsInterface.Light) -> String? {
    guard let session = light.session else { return nil }
    return holds.lazy.flatMap(\.localHolds).first { $0.session == session }?.scene.name ?? "local"
  }

  private func payload(_ content: PublishedView.Content) -> [UInt8] {
    var writer = JSONWriter()
    switch content {
    case .online: return Array("online".utf8)
    case .light(let light, let holder):
      writer.object {
        light.writeFields(to: &$0)
        $0.field("holder", holder)
      }
    case .holds(let reports, let others):
      writer.object {
        $0.field("remote", reports.map { PublishedHold(report: $0, address: address($0), lease: lease($0)) })
        $0.field("local", others)
      }
    case .health(let version, let health, let refusals):
      writer.object {
        $0.field("version", version)
        $0.field("pendingRestores", health.pendingRestores)
        $0.field("monitorWrites", health.monitorWrites)
        $0.field("refused", Dictionary(refusals.map { ($0.key.rawValue, $0.value) }) { $1 })
      }
    }
    return writer.bytes
  }

  private func address(_ report: HoldReport) -> String { settings.topics.name(of: report.key.address) }

  private func lease(_ report: HoldReport) -> Duration { holds[id: report.id].map { $0.deadline - now } ?? .zero }
}

private struct PublishedHold: JSONObjectWritable {
  let report: HoldReport
  let address: String
  let lease: Duration

  func writeFields(to writer: inout JSONWriter) {
    writer.field("controller", report.key.session.controller.description)
    writer.field("session", report.key.session.name.description)
    writer.field("address", address)
    writer.field("name", report.name)
    writer.field("event", report.event)
    writer.field("leaseMilliseconds", Milliseconds(lease))
  }
}
