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
  /// The lights that it knows and that are gone. It keeps what a message leaves out, so one message
  /// has to say that they are removed.
  private var removedLights: Set<LightTopicName>

  /// - Parameter known: The lights that Home Assistant may know.
  init(
    _ settings: HomeAssistantSettings,
    _ lights: [LightID: LightsInterface.Light],
    known: Set<LightTopicName> = []
  ) {
    self.settings = settings
    removedLights = known.subtracting(lights.keys.map { LightTopicName(of: $0) })
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

  var removed: [LightTopicName] { removedLights.sorted { $0.light < $1.light } }

  /// What is left to say once it was said.
  var repetition: DeviceDiscovery {
    var discovery = self
    discovery.removedLights = []
    return discovery
  }
}
