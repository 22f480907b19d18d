@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Model
import Testing

@Suite struct LightFactsTests {
  @Test func `all properties of a backlight but its level are read`() throws {
    let tree = try FakeTree([Machine.intelCard, Machine.intelConnector, Machine.intel.with(["scale": "linear"])])

    let facts = try #require(try tree.facts(of: "backlight/intel_backlight"))

    let folder = tree.path("class/backlight/intel_backlight")
    let card = tree.path(Machine.intelCard.path)
    #expect(facts.kind == .panel && facts.type == .raw && facts.maximum == 1060 && facts.scale == .perceptual)
    #expect(facts.place.connector == "card0-eDP-1")
    #expect(facts.place.graphicsCard == card)
    #expect(facts.place.anchor == "\(card)/eDP-1")
    #expect(facts.files.brightness.path == "\(folder)/brightness")
    #expect(facts.files.trigger == nil && facts.files.changedByHardware == nil)
  }

  @Test func `optional files of an LED are found if present`() throws {
    let tree = try FakeTree([Machine.keyboard.with(["brightness_hw_changed": 0])])

    let facts = try #require(try tree.facts(of: "leds/tpacpi::kbd_backlight"))

    let folder = tree.path("class/leds/tpacpi::kbd_backlight")
    #expect(facts.kind == .keyboard && facts.type == nil && facts.maximum == 2)
    #expect(facts.files.trigger?.path == "\(folder)/trigger")
    #expect(facts.files.changedByHardware?.path == "\(folder)/brightness_hw_changed")
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

    let facts = try tree.facts(of: "backlight/\(name)")

    #expect(facts?.kind == kind)
  }

  @Test func `missing files of a backlight have the kernel's defaults`() throws {
    let tree = try FakeTree([FakeDevice("devices/virtual/backlight/bare", listing: "class/backlight")])

    let facts = try #require(try tree.facts(of: "backlight/bare"))

    #expect(facts.maximum == 0 && facts.type == .raw && facts.scale == .linear)
    #expect(throws: LightError.self) { try facts.files.brightness.number() }
  }

  @Test func `an LED without files has 255 steps and no trigger`() throws {
    let tree = try FakeTree([FakeDevice("devices/virtual/leds/x::kbd_backlight", listing: "class/leds")])

    let facts = try #require(try tree.facts(of: "leds/x::kbd_backlight"))

    #expect(facts.maximum == 255)
    #expect(facts.files.trigger == nil && facts.files.changedByHardware == nil)
  }

  @Test(
    arguments: ["max_brightness", "type", "scale"],
    [FakeFile.text(""), "", "garbage", "-1", .huge, .folder, .link("/proc/self/mem")]
  )
  func `unexpected content is an error with the path`(name: String, file: FakeFile) throws {
    let tree = try FakeTree([Machine.intel.with([name: file])])

    let error = #expect(throws: LightError.self) { try tree.facts(of: "backlight/intel_backlight") }

    #expect(error?.description.contains(tree.path("class/backlight/intel_backlight/\(name)")) == true)
  }

  @Test(arguments: ["brightness", "actual_brightness", "bl_power"], [FakeFile.text(""), "garbage", .folder, .absent])
  func `a light whose level cannot be read is still discovered`(name: String, file: FakeFile) throws {
    let tree = try FakeTree([Machine.intel.with([name: file])])

    let facts = try tree.facts(of: "backlight/intel_backlight")

    #expect(facts?.maximum == 1060)
  }

  @Test func `a bridge above a card, and a card of another kind, are not the graphics card`() throws {
    let bridge = FakeDevice("devices/pci0000:00/0000:00:01.0", listing: "bus/pci/devices", files: ["class": "0x060400"])
    let usb = FakeDevice("\(bridge.path)/0000:02:00.0", listing: "bus/pci/devices", files: ["class": "0x0c0330"])
    let onUSB = FakeDevice.backlight("usb", in: "\(usb.path)/usb1/backlight")
    let tree = try FakeTree([bridge, Machine.nvidiaCard, Machine.nvidia, usb, onUSB])

    #expect(try tree.facts(of: "backlight/nvidia_0")?.place.graphicsCard == tree.path(Machine.nvidiaCard.path))
    #expect(try tree.facts(of: "backlight/usb")?.place.graphicsCard == nil)
  }

  @Test func `a panel keeps its anchor under another name and another number of its card`() throws {
    let card = "devices/pci0000:00/0000:04:00.0"
    let before = FakeDevice.backlight("amdgpu_bl0", in: "\(card)/drm/card0/card0-eDP-1")
    let after = FakeDevice.backlight("amdgpu_bl1", in: "\(card)/drm/card1/card1-eDP-1")
    let tree = try FakeTree([before, after])

    let anchors = try [before, after].map { try tree.facts(of: "backlight/\($0.name)")?.place.anchor }

    #expect(anchors == [tree.path("\(card)/eDP-1"), tree.path("\(card)/eDP-1")])
  }

  @Test(arguments: [FakeFile.absent, .link("gone"), "a file"])
  func `a file in the place of the folder is no light`(file: FakeFile) throws {
    let tree = try FakeTree()
    try tree.put(file, at: "class/backlight/ghost")

    #expect(try tree.facts(of: "backlight/ghost") == nil)
  }

  @Test func `a light in a plain folder is read like one behind a link`() throws {
    let tree = try FakeTree()
    try tree.put(.folder, at: "class/backlight/plain")
    try tree.put(7, at: "class/backlight/plain/max_brightness")

    #expect(try tree.facts(of: "backlight/plain")?.maximum == 7)
  }
}

extension FakeTree {
  borrowing func facts(of name: String) throws -> DiscoveredLight? {
    try DiscoveredLight.read(try #require(LightID(name)), under: root)
  }
}
