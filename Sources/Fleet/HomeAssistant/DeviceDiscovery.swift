import BrightnessControl
import BrightnessModel

/// What Home Assistant is told about this device: its lights. Their levels are on topics of their
/// own.
struct DeviceDiscovery: Equatable, Sendable {
  struct Light: Equatable, Sendable {
    let topicName: LightTopicName
    /// The name that people read.
    let name: String
    /// The lowest whole percentage that can be set.
    let floor: Int
  }

  let settings: HomeAssistantSettings
  let lights: [Light]
  /// The lights of the message before that are gone. Home Assistant keeps what a message leaves
  /// out, so one message has to say that they are removed.
  private(set) var removed: [LightTopicName] = []

  init(_ settings: HomeAssistantSettings, _ lights: [LightID: LightsInterface.Light]) {
    self.settings = settings
    let names = lights.mapValues(Self.name)
    self.lights = lights.sorted { $0.key < $1.key }.map { id, light in
      let name = names[id] ?? ""
      let isShared = names.values.count { $0 == name } > 1
      return Light(
        topicName: LightTopicName(of: id),
        name: isShared ? "\(name) \(id.name)" : name,
        floor: Int(min(100, max(0, light.floor)).rounded(.up))
      )
    }
  }

  private static func name(of light: LightsInterface.Light) -> String {
    if let name = light.alias ?? light.model { return name }
    return switch light.kind {
    case .panel: "Panel"
    case .monitor: "Monitor"
    case .keyboard: "Keyboard"
    case .indicator: "Indicator"
    }
  }

  /// The same, after a message with other lights.
  func following(_ former: DeviceDiscovery?) -> DeviceDiscovery {
    var discovery = self
    let names = Set(lights.map(\.topicName))
    discovery.removed = former?.lights.map(\.topicName).filter { !names.contains($0) } ?? []
    return discovery
  }
}
