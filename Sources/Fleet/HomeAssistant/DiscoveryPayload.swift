import BrightnessVarlink

/// A message of Home Assistant's discovery. Its keys are those of Home Assistant's own schemas,
/// which refuse others.
struct DiscoveryPayload: JSONObjectWritable {
  /// What Home Assistant has for a light. The level that can be set is a number and not a light:
  /// "turn off all lights" must not make screens black, and a light there has no level 0.
  private enum Part: String, CaseIterable {
    /// The base level.
    case base = "number"
    /// The level that is shown, also during a hold.
    case shown = "sensor"
    case held = "binary_sensor"

    /// Its id; the name of a light in topics has no dot.
    func id(of light: LightTopicName) -> String {
      switch self {
      case .base: "\(light)"
      case .shown: "\(light).shown"
      case .held: "\(light).held"
      }
    }
  }

  private static let program = "brightnessd-mqtt"

  let discovery: DeviceDiscovery
  let fleet: FleetSettings

  private var topics: FleetTopics { fleet.topics }

  func writeFields(to writer: inout JSONWriter) {
    writer.key("device")
    writer.object { writer in
      writer.field("identifiers", [topics.homeAssistantName])
      writer.field("name", discovery.settings.name ?? topics.device.description)
      writer.field("manufacturer", "brightnessd")
      writer.field("model", Self.program)
      writer.field("sw_version", fleet.version)
      writer.field("suggested_area", discovery.settings.area)
    }
    writer.key("origin")
    writer.object { writer in
      writer.field("name", Self.program)
      writer.field("sw_version", fleet.version)
    }
    writer.key("components")
    writer.object { writer in
      // First, because Home Assistant skips all that follows a component with which it is busy.
      for light in discovery.removed {
        for part in Part.allCases { writeRemoval(part, of: light, to: &writer) }
      }
      for light in discovery.lights {
        for part in Part.allCases { write(part, of: light, to: &writer) }
      }
    }
  }

  private func write(_ part: Part, of light: DeviceDiscovery.Light, to writer: inout JSONWriter) {
    guard part != .base || fleet.accepts.contains(.set) else {
      return writeRemoval(part, of: light.topicName, to: &writer)
    }
    writer.key(part.id(of: light.topicName))
    writer.object { writer in
      writer.field("platform", part.rawValue)
      writer.field("unique_id", "\(topics.homeAssistantName).\(part.id(of: light.topicName))")
      writeState(of: light, to: &writer)
      switch part {
      case .base: writeBase(of: light, to: &writer)
      case .shown: writeShown(of: light, to: &writer)
      case .held: writeHeld(of: light, to: &writer)
      }
    }
  }

  /// A part that Home Assistant is to forget.
  private func writeRemoval(_ part: Part, of light: LightTopicName, to writer: inout JSONWriter) {
    writer.key(part.id(of: light))
    writer.object { $0.field("platform", part.rawValue) }
  }
}

/// The fields of the parts. In their templates, `value` is the message on a light's topic: empty
/// after the light is gone.
extension DiscoveryPayload {
  private func writeState(of light: DeviceDiscovery.Light, to writer: inout JSONWriter) {
    let topic = topics.topic(.light(light.topicName))
    writer.key("availability")
    writer.array { writer in
      writer.object { $0.field("topic", topics.topic(.status)) }
      writer.object { writer in
        writer.field("topic", topic)
        writer.field(
          "value_template",
          "{{ 'online' if value and value_json.state != 'unavailable' else 'offline' }}"
        )
      }
    }
    writer.field("availability_mode", "all")
    writer.field("state_topic", topic)
  }

  private func writeBase(of light: DeviceDiscovery.Light, to writer: inout JSONWriter) {
    writer.field("name", light.name)
    writer.field("icon", "mdi:brightness-6")
    // Home Assistant refuses a state below the minimum, and another program may have set one.
    let level = "[value_json.base | round | int, \(light.floor)] | max"
    writer.field("value_template", "{{ \(level) if \(Self.isRead) else 'None' }}")
    writer.field("json_attributes_topic", topics.topic(.light(light.topicName)))
    writer.field("command_topic", topics.levels(of: light.topicName))
    writer.field("qos", 1)
    writer.field("min", light.floor)
    writer.field("max", 100)
    writer.field("step", 1)
    writer.field("mode", "slider")
    writer.field("unit_of_measurement", "%")
  }

  private func writeShown(of light: DeviceDiscovery.Light, to writer: inout JSONWriter) {
    writer.field("name", "\(light.name) shows")
    writer.field("value_template", "{{ value_json.level if \(Self.isRead) else 'None' }}")
    writer.field("unit_of_measurement", "%")
    writer.field("state_class", "measurement")
    writer.field("entity_category", "diagnostic")
  }

  private func writeHeld(of light: DeviceDiscovery.Light, to writer: inout JSONWriter) {
    writer.field("name", "\(light.name) held")
    writer.field("value_template", "{{ 'ON' if value and value_json.state == 'held' else 'OFF' }}")
    writer.field("entity_category", "diagnostic")
  }

  /// Whether the level is known. A monitor that nothing was sent to has none.
  private static var isRead: String { "value and value_json.state != 'unread'" }
}
