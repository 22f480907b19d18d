@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct PanelPictureTests {
  private static let card = FakeDevice.graphicsCard("devices/pci0000:00/0000:00:02.0")
  private static let panel = connector("eDP-1")
  private static let monitor = connector("DP-1")
  private static let light = FakeDevice.backlight("intel_backlight", in: panel.path)
  private static let oldLight = FakeDevice.backlight("platform_backlight")

  private static func connector(_ port: String, dpms: String = "On") -> FakeDevice {
    FakeDevice.connector("\(card.path)/drm/card0/card0-\(port)").with(["dpms": .text("\(dpms)\n")])
  }

  private func isLit(_ devices: [FakeDevice]) throws -> Bool {
    let tree = try FakeTree(devices)
    return PanelPicture.find(under: tree.root).isLit
  }

  @Test(
    arguments: [
      ("On", "enabled", true), ("Off", "enabled", false), ("Standby", "enabled", false), ("On", "disabled", false),
      ("Off", "disabled", false),
    ]
  )
  func `a panel is lit while its connector is enabled and its picture is on`(
    dpms: String,
    enabled: String,
    lit: Bool
  ) throws {
    let panel = Self.panel.with(["dpms": .text("\(dpms)\n"), "enabled": .text("\(enabled)\n")])

    // Neither the power of its light nor a monitor counts.
    #expect(try isLit([Self.card, panel, Self.light.with(["bl_power": lit ? 4 : 0]), Self.monitor]) == lit)
  }

  @Test func `one of two panels is enough`() throws {
    let other = Self.connector("LVDS-1", dpms: "Off")

    #expect(try isLit([Self.card, Self.panel, other]))
  }

  @Test(arguments: [(0, true), (1, false), (4, false)])
  func `without a connector the power of the light decides`(power: Int, lit: Bool) throws {
    let light = Self.oldLight.with(["bl_power": .text("\(power)\n")])
    let unconnected = Self.panel.with(["status": "disconnected"])

    #expect(try isLit([light]) == lit)
    #expect(try isLit([Self.card, unconnected, light]) == lit)
  }

  @Test func `a machine without a panel has no lid`() throws {
    let dark = Self.monitor.with(["dpms": "Off"])
    let monitorLight = FakeDevice.backlight("ddcci5").with(["bl_power": 4])

    #expect(try isLit([]))
    #expect(try isLit([Self.card, dark, monitorLight]))
    #expect(try isLit([Self.oldLight.with(["bl_power": .absent])]))
  }

  @Test func `while no panel is lit, the sensor in the lid is not read`() throws {
    let room = try SensedRoom([.als, Self.card, Self.panel, Self.monitor], SensorSettings(place: .lid))
    let dpms = "\(Self.panel.path)/dpms"
    room.follow(0...1000)
    room.pass(1)

    try room.tree.put("Off", at: dpms)
    let off = room.pass(3600)
    try room.tree.put("On", at: dpms)
    let lit = room.pass(4)

    #expect(off == ["panel is off"])
    // Although it is the light of before.
    #expect(lit == ["3604.0: 300000 mlx"])
    #expect(room.readTimes() == [0, 3604])
    #expect(room.pass(4) == [])
  }

  @Test func `a panel that is off at the start is reported, and the sensor is read once it is lit`() throws {
    let panel = Self.connector("eDP-1", dpms: "Off")
    let room = try SensedRoom([.als, Self.card, panel], SensorSettings(place: .lid))
    room.follow(0...1000, due: .seconds(1))
    let start = room.pass(10)

    try room.tree.put("On", at: "\(panel.path)/dpms")

    #expect(start == ["found iio:device0", "panel is off"])
    #expect(room.pass(4) == ["13.0: 300000 mlx"])
  }

  @Test func `a sensor in the room is read also while no panel is lit`() throws {
    let panel = Self.connector("eDP-1", dpms: "Off")
    let room = try SensedRoom([.als, Self.card, panel], SensorSettings(place: .lid))
    room.follow(nil as ClosedRange<Int>?)
    room.pass(2)

    room.apply(SensorSettings(place: .room))

    #expect(room.pass(2) == ["4.0: 300000 mlx"])
  }

  @Test func `a panel that is found later covers the sensor`() throws {
    let room = try SensedRoom([.als], SensorSettings(place: .lid))
    room.follow(nil as ClosedRange<Int>?)
    room.pass(2)

    for device in [Self.card, Self.connector("eDP-1", dpms: "Off")] { try room.tree.add(device) }
    room.changeDevices()

    #expect(room.pass(2) == ["panel is off"])
  }

  @Test func `a sensor that failed does not fail while its panel is off`() throws {
    let room = try SensedRoom([.als, Self.card, Self.panel], SensorSettings(place: .lid))
    room.follow(0...1000)
    room.fail(EBUSY)
    room.pass(590)

    try room.tree.put("Off", at: "\(Self.panel.path)/dpms")
    let off = room.pass(3600)
    try room.tree.put("On", at: "\(Self.panel.path)/dpms")
    let lit = room.pass(590)

    #expect(off == ["panel is off"])
    #expect(lit == [])
    #expect(room.pass(20).count == 1)
  }

  @Test func `a panel that goes off while its sensor fails is reported, also for the second time`() throws {
    let room = try SensedRoom([.als, Self.card, Self.panel], SensorSettings(place: .lid))
    let dpms = "\(Self.panel.path)/dpms"
    room.follow(0...1000)
    room.pass(1)

    try room.tree.put("Off", at: dpms)
    let first = room.pass(8)
    room.fail(EBUSY)
    try room.tree.put("On", at: dpms)
    let failing = room.pass(610)
    try room.tree.put("Off", at: dpms)
    let second = room.pass(8)

    #expect(first == ["panel is off"])
    #expect(failing == ["fails: cannot read '\(room.sensorFile)': device or resource busy"])
    #expect(second == ["panel is off"])
    #expect(room.problem == nil)
  }
}
