@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct LightFactsTests {
  @Test func `all properties of a backlight but its level are read`() throws {
    let tree = try FakeTree([Machine.intelCard, Machine.intelConnector, Machine.intel.with(["scale": "linear"])])

    let light = try #require(try tree.light(of: "backlight/intel_backlight"))

    let folder = tree.path("class/backlight/intel_backlight")
    let card = tree.path(Machine.intelCard.path)
    #expect(light.kind == .panel && light.type == .raw && light.maximum == 1060 && light.scale == .perceptual)
    #expect(light.place.connector == "card0-eDP-1")
    #expect(light.place.graphicsCard == card)
    #expect(light.place.anchor == "\(card)/eDP-1")
    #expect(light.files.brightness.path == "\(folder)/brightness")
    #expect(light.files.trigger == nil && light.files.changedByHardware == nil)
  }

  @Test func `optional files of an LED are found if present`() throws {
    let tree = try FakeTree([Machine.keyboard.with(["brightness_hw_changed": 0])])

    let light = try #require(try tree.light(of: "leds/tpacpi::kbd_backlight"))

    let folder = tree.path("class/leds/tpacpi::kbd_backlight")
    #expect(light.kind == .keyboard && light.type == nil && light.maximum == 2)
    #expect(light.files.trigger?.path == "\(folder)/trigger")
    #expect(light.files.changedByHardware?.path == "\(folder)/brightness_hw_changed")
  }

  @Test(
    arguments: [
      ("intel_backlight", "devices/virtual/backlight", LightKind.panel),
      ("ddcci5", "devices/pci0000:00/0000:00:02.0/i2c-5/5-0037/ddcci5/backlight", .monitor),
      ("card0-DP-1-backlight", "devices/pci0000:00/0000:00:02.0/drm/card0/card0-DP-1", .monitor),
      ("card0-HDMI-A-1-backlight", "devices/pci0000:00/0000:00:02.0/drm/card0/card0-HDMI-A-1", .monitor),
      ("amdgpu_bl1", "devices/pci0000:00/0000:00:02.0/drm/card1/card1-eDP-1", .panel),
      ("dsi_backlight", "devices/platform/gpu/drm/card0/card0-DSI-1", .panel),
    ]
  )
  func `the kind follows from the name and the connector`(name: String, parent: String, kind: LightKind) throws {
    let tree = try FakeTree([.connector(parent), .backlight(name, in: parent)])

    let light = try tree.light(of: "backlight/\(name)")

    #expect(light?.kind == kind)
  }

  @Test func `missing files have the kernel's defaults`() throws {
    let devices = ["backlight", "leds"].map { FakeDevice("devices/virtual/\($0)/bare", listing: "class/\($0)") }
    let tree = try FakeTree(devices)

    let light = try #require(try tree.light(of: "backlight/bare"))
    let led = try #require(try tree.light(of: "leds/bare"))

    #expect(light.maximum == 0 && light.type == .raw && light.scale == .linear)
    #expect(throws: LightError.self) { try light.files.brightness.number() }
    #expect(led.maximum == 255 && led.files.trigger == nil && led.files.changedByHardware == nil)
  }

  @Test(
    arguments: ["max_brightness", "type", "scale"],
    [FakeFile.text(""), "", "garbage", "-1", .huge, .folder, .link("/proc/self/mem")]
  )
  func `unexpected content is an error with the path`(name: String, file: FakeFile) throws {
    let tree = try FakeTree([Machine.intel.with([name: file])])

    let error = #expect(throws: LightError.self) { try tree.light(of: "backlight/intel_backlight") }

    #expect(error?.description.contains(tree.path("class/backlight/intel_backlight/\(name)")) == true)
  }

  @Test func `a bridge above a card, and a card of another kind, are not the graphics card`() throws {
    let bridge = FakeDevice("devices/pci0000:00/0000:00:01.0", listing: "bus/pci/devices", files: ["class": "0x060400"])
    let usb = FakeDevice("\(bridge.path)/0000:02:00.0", listing: "bus/pci/devices", files: ["class": "0x0c0330"])
    let onUSB = FakeDevice.backlight("usb", in: "\(usb.path)/usb1/backlight")
    let tree = try FakeTree([bridge, Machine.nvidiaCard, Machine.nvidia, usb, onUSB])

    #expect(try tree.light(of: "backlight/nvidia_0")?.place.graphicsCard == tree.path(Machine.nvidiaCard.path))
    #expect(try tree.light(of: "backlight/usb")?.place.graphicsCard == nil)
  }

  @Test func `a panel keeps its anchor under another name and another number of its card`() throws {
    let card = "devices/pci0000:00/0000:04:00.0"
    let before = FakeDevice.backlight("amdgpu_bl0", in: "\(card)/drm/card0/card0-eDP-1")
    let after = FakeDevice.backlight("amdgpu_bl1", in: "\(card)/drm/card1/card1-eDP-1")
    let tree = try FakeTree([before, after])

    let anchors = try [before, after].map { try tree.light(of: "backlight/\($0.name)")?.place.anchor }

    #expect(anchors == [tree.path("\(card)/eDP-1"), tree.path("\(card)/eDP-1")])
  }

  @Test(arguments: [FakeFile.absent, .link("gone"), "a file"])
  func `a file in the place of the folder is no light`(file: FakeFile) throws {
    let tree = try FakeTree()
    try tree.put(file, at: "class/backlight/ghost")

    #expect(try tree.light(of: "backlight/ghost") == nil)
  }
}

extension FakeTree {
  borrowing func light(of name: String) throws -> DiscoveredLight? {
    try DiscoveredLight.read(try #require(LightID(name)), under: root)
  }
}
