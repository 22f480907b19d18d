import HardwareTesting

/// Devices that several suites plug in.
enum Machine {
  static let intelCard = FakeDevice.graphicsCard("devices/pci0000:00/0000:00:02.0")
  static let nvidiaCard = FakeDevice.graphicsCard("devices/pci0000:00/0000:00:01.0/0000:01:00.0")

  static let intelConnector = FakeDevice.connector("\(intelCard.path)/drm/card0/card0-eDP-1")
  static let intel = FakeDevice.backlight("intel_backlight", maximum: 1060, level: 500, in: intelConnector.path)
  static let nvidia = FakeDevice.backlight("nvidia_0", in: "\(nvidiaCard.path)/backlight")
  static let acpi = FakeDevice.backlight("acpi_video0", maximum: 15, level: 7, type: "firmware")
  static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 2, level: 1)
  static let capsLock = FakeDevice.led("input3::capslock")

  /// A laptop with two graphics cards, both of which offer a raw light.
  static let hybrid = [intelCard, nvidiaCard, intelConnector, intel, nvidia, keyboard, capsLock]
}
