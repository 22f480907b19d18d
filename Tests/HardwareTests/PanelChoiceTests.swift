@testable import Hardware

import BrightnessModel
import DDC
import Testing

/// A machine's lights, those of them that are used, and why the others are not.
struct Laptop: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var lights: [DiscoveredLight]
  var connectors: [MonitorConnector] = []
  var settings = LightSettings()
  let chosen: [String]
  var setAside: [String] = []

  /// Its connectors; one above a light that is not named shows a picture.
  var screens: Screens {
    let ofLights = lights.compactMap { light in
      light.place.connector.map { MonitorConnector.panel($0, of: light.place.graphicsCard ?? "") }
    }
    return Screens(connectors: connectors + ofLights.filter { one in !connectors.contains { $0.name == one.name } })
  }

  var choice: LightChoice { LightChoice(from: lights, screens: screens, settings: settings) }

  static let withOneCard = [
    Laptop(testDescription: "no light at all", lights: [], chosen: []),
    Laptop(
      testDescription: "one raw light whose screen is off",
      lights: [.intel],
      connectors: [.panel("card0-eDP-1", of: DiscoveredLight.intelCard, isEnabled: false)],
      chosen: ["intel_backlight"]
    ),
    Laptop(
      testDescription: "a raw light without a screen",
      lights: [.intel],
      connectors: [.panel("card0-eDP-1", of: DiscoveredLight.intelCard, .disconnected, isEnabled: false)],
      chosen: [],
      setAside: ["intel_backlight is not used: no screen is connected to 'card0-eDP-1'"]
    ),
    Laptop(
      testDescription: "a maximum of 0",
      lights: [.intel, .light("acpi_video0", .firmware, maximum: 0, of: DiscoveredLight.intelCard)],
      chosen: ["intel_backlight"],
      setAside: ["acpi_video0 is not used: its maximum is 0"]
    ),
    Laptop(
      testDescription: "all three types, two of them beside the card",
      lights: [.intel, .light("dell_backlight", .platform), .light("acpi_video0", .firmware)],
      chosen: ["acpi_video0"],
      setAside: [
        "dell_backlight is not used: 'backlight/acpi_video0' lights the same panel, and firmware comes before platform",
        "intel_backlight is not used: 'backlight/acpi_video0' lights the same panel, and firmware comes before raw",
      ]
    ),
    Laptop(
      testDescription: "two of the same type",
      lights: ["acpi_video10", "acpi_video2"].map { .light($0, .firmware, of: DiscoveredLight.intelCard) },
      chosen: ["acpi_video2"],
      setAside: [
        "acpi_video10 is not used: 'backlight/acpi_video2' lights the same panel, and comes first by its name"
      ]
    ),
    Laptop(
      testDescription: "two panels on one card",
      lights: [.intel, .light("card0-eDP-2-backlight", on: "card0-eDP-2", of: DiscoveredLight.intelCard)],
      chosen: ["card0-eDP-2-backlight", "intel_backlight"]
    ),
    Laptop(
      testDescription: "two panels on one card, one of which a compositor has turned off",
      lights: [.intel, .light("card0-eDP-2-backlight", on: "card0-eDP-2", of: DiscoveredLight.intelCard)],
      connectors: [.panel("card0-eDP-2", of: DiscoveredLight.intelCard, isEnabled: false)],
      chosen: ["card0-eDP-2-backlight", "intel_backlight"]
    ),
    Laptop(
      testDescription: "two panels on one card, and a light of the card that may drive either",
      lights: [
        .intel, .light("card0-eDP-2-backlight", on: "card0-eDP-2", of: DiscoveredLight.intelCard),
        .light("old", of: DiscoveredLight.intelCard),
      ],
      chosen: ["card0-eDP-2-backlight", "intel_backlight"],
      setAside: ["old is not used: it may light any of the panels 'card0-eDP-1', 'card0-eDP-2'"]
    ),
    Laptop(
      testDescription: "two panels on one card, and the light of a ScreenPad that is one of them",
      lights: [
        .intel, .light("card0-eDP-2-backlight", on: "card0-eDP-2", of: DiscoveredLight.intelCard),
        .light("asus_screenpad"),
      ],
      chosen: ["card0-eDP-2-backlight", "intel_backlight"],
      setAside: ["asus_screenpad is not used: each panel has a light at its own connector"]
    ),
    Laptop(
      testDescription: "a panel, and a ScreenPad at a connector for monitors",
      lights: [.intel, .light("asus_screenpad")],
      chosen: ["asus_screenpad", "intel_backlight"]
    ),
    Laptop(
      testDescription: "a raw light outside of the card, such as a Touch Bar's",
      lights: [.intel, .light("appletb_backlight")],
      chosen: ["intel_backlight"],
      setAside: ["appletb_backlight is not used: its connector is not known, and another panel's is enabled"]
    ),
    Laptop(
      testDescription: "a raw light outside of the card, such as a Touch Bar's, beside one that is not raw",
      lights: [.light("apple-panel-bl", .platform), .light("228600000.dsi.0")],
      chosen: ["apple-panel-bl"],
      setAside: [
        "228600000.dsi.0 is not used: 'backlight/apple-panel-bl' lights the same panel, and platform comes before raw"
      ]
    ),
  ]

  static let withTwoCards = [
    Laptop(
      testDescription: "nvidia_0 and intel_backlight, both raw",
      lights: [.light("nvidia_0", of: DiscoveredLight.nvidiaCard), .intel],
      chosen: ["intel_backlight"],
      setAside: ["nvidia_0 is not used: its connector is not known, and another panel's is enabled"]
    ),
    Laptop(
      testDescription: "two cards, both raw, the picture on the second",
      lights: [.intel, .light("nvidia_0", on: "card1-eDP-1", of: DiscoveredLight.nvidiaCard)],
      connectors: [.panel("card0-eDP-1", of: DiscoveredLight.intelCard, isEnabled: false)],
      chosen: ["nvidia_0"],
      setAside: ["intel_backlight is not used: 'card0-eDP-1' is not enabled, and another panel's is enabled"]
    ),
    Laptop(
      testDescription: "two cards, both raw, a picture on each",
      lights: [.intel, .light("amdgpu_bl1", on: "card1-eDP-1", of: DiscoveredLight.nvidiaCard)],
      chosen: ["amdgpu_bl1", "intel_backlight"]
    ),
    Laptop(
      testDescription: "two cards, both raw, no picture at all, a screen on the first",
      lights: [.intel, .light("nvidia_0", on: "card1-eDP-1", of: DiscoveredLight.nvidiaCard)],
      connectors: [
        .panel("card0-eDP-1", of: DiscoveredLight.intelCard, isEnabled: false),
        .panel("card1-eDP-1", of: DiscoveredLight.nvidiaCard, .unknown, isEnabled: nil),
      ],
      chosen: ["intel_backlight"],
      setAside: ["nvidia_0 is not used: the state of 'card1-eDP-1' is not known, and another panel's is connected"]
    ),
    Laptop(
      testDescription: "firmware beside two cards with a light each",
      lights: [
        .intel, .light("nvidia_0", of: DiscoveredLight.nvidiaCard), .light("nvidia_wmi_ec_backlight", .firmware),
      ],
      chosen: ["nvidia_wmi_ec_backlight"],
      setAside: ["intel_backlight", "nvidia_0"].map {
        "\($0) is not used: 'backlight/nvidia_wmi_ec_backlight' lights the same panel, and firmware comes before raw"
      }
    ),
    Laptop(
      testDescription: "two raw lights below their cards, as before Linux 6.4, and the panel at the first card",
      lights: [
        .light("amdgpu_bl0", of: DiscoveredLight.intelCard), .light("nvidia_0", of: DiscoveredLight.nvidiaCard),
      ],
      connectors: [.panel("card0-eDP-1", of: DiscoveredLight.intelCard)],
      chosen: ["amdgpu_bl0"],
      setAside: ["nvidia_0 is not used: its connector is not known, and another panel's is enabled"]
    ),
  ]

  static let withMore = [
    Laptop(
      testDescription: "a light of a board's device tree, and no panel",
      lights: [.light("backlight")],
      connectors: [.panel("card0-HDMI-A-1", of: "/sys/devices/platform/display-subsystem")],
      chosen: [],
      setAside: ["backlight is not used: no screen is connected to '/sys/devices/platform/backlight/backlight'"]
    ),
    Laptop(
      testDescription: "a light of a board's device tree, and a panel",
      lights: [.light("backlight")],
      connectors: [.panel("card0-DSI-1", of: "/sys/devices/platform/display-subsystem")],
      chosen: ["backlight"]
    ),
    Laptop(
      testDescription: "the settings name the other light",
      lights: [.intel, .light("nvidia_0", of: DiscoveredLight.nvidiaCard), .light("ddcci5", kind: .monitor)],
      settings: LightSettings(panels: [LightID(.backlight, "nvidia_0")]),
      chosen: ["ddcci5", "nvidia_0"],
      setAside: ["intel_backlight is not used: the configuration names 'backlight/nvidia_0' as the panel"]
    ),
    Laptop(
      testDescription: "the settings name a light that is not there",
      lights: [.intel, .light("nvidia_0", of: DiscoveredLight.nvidiaCard)],
      settings: LightSettings(panels: [LightID(.backlight, "gone")]),
      chosen: ["intel_backlight"],
      setAside: ["nvidia_0 is not used: its connector is not known, and another panel's is enabled"]
    ),
    Laptop(
      testDescription: "the settings name a light without steps",
      lights: [.intel, .light("nvidia_0", maximum: 0)],
      settings: LightSettings(panels: [LightID(.backlight, "nvidia_0")]),
      chosen: ["intel_backlight"],
      setAside: ["nvidia_0 is not used: its maximum is 0"]
    ),
    Laptop(
      testDescription: "the settings make one light a monitor and another one a panel",
      lights: [
        .light("acpi_video0", .firmware, of: DiscoveredLight.intelCard), .intel, .light("ddcci5", kind: .monitor),
      ],
      settings: LightSettings(
        kinds: [LightID(.backlight, "acpi_video0"): .monitor, LightID(.backlight, "ddcci5"): .panel]
      ),
      chosen: ["acpi_video0", "intel_backlight"],
      setAside: ["ddcci5 is not used: its connector is not known, and another panel's is enabled"]
    ),
    Laptop(
      testDescription: "the settings leave a light alone",
      lights: [.intel, .light("acpi_video0", .firmware, of: DiscoveredLight.intelCard)],
      settings: LightSettings(ignored: [LightID(.backlight, "acpi_video0")]),
      chosen: ["intel_backlight"],
      setAside: ["acpi_video0 is not used: the configuration ignores it"]
    ),
  ]
}

@Suite struct PanelChoiceTests {
  @Test(arguments: Laptop.withOneCard + Laptop.withTwoCards + Laptop.withMore)
  func `one light is chosen for each panel and the others have a reason, whatever their order`(laptop: Laptop) {
    var turned = laptop
    turned.lights.reverse()

    for choice in [laptop.choice, turned.choice] {
      #expect(choice.chosen.map(\.id.name) == laptop.chosen)
      #expect(choice.unused.map { String("\($0)".dropFirst("backlight/".count)) } == laptop.setAside)
    }
  }
}
