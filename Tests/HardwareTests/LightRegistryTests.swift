@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Synchronization
import Testing

@Suite struct LightRegistryTests {
  @Test func `the first events are the lights that are present`() throws {
    let tree = try FakeTree(Machine.hybrid)
    let observed = try Observed(FakeTreeOrigin(root: tree.root))

    try observed.findLights()

    #expect(
      observed.takeEvents().map { $0.map(\.text) }
        == [["connected backlight/intel_backlight", "connected leds/tpacpi::kbd_backlight"]]
    )
    #expect(observed.choice.unused.map(\.id.description) == ["backlight/nvidia_0"])
  }

  @Test func `an LED is a light if the settings name it, and reported only then`() throws {
    let tree = try FakeTree([Machine.capsLock])
    let observed = try Observed(FakeOrigin(tree))
    let settings = LightSettings(indicators: [Machine.capsLock.name])
    let informed = try Observed.begun(FakeOrigin(tree), settings: settings)

    try observed.findLights()

    #expect(observed.takeEvents() == [])
    #expect(observed.choice == LightChoice())
    #expect(informed.choice.chosen.map(\.kind) == [.indicator])
  }

  @Test func `a change event reports the light and the source`() throws {
    let tree = try FakeTree(Machine.hybrid)
    let observed = try Observed.begun(tree)

    try tree.send("change", Machine.intel, ["SOURCE=hotkey"])

    #expect(observed.eventsOfTurn() == ["mayHaveChanged backlight/intel_backlight by hotkey"])
  }

  @Test func `events of a turn are merged to the number of the newest move`() throws {
    let tree = try FakeTree([Machine.intel])
    let origin = FakeOrigin(tree)
    let observed = try Observed.begun(origin)
    let id = LightID(.backlight, Machine.intel.name)

    for (source, number) in [(ChangeSource.sysfs, UInt64(7)), (.hotkey, 9), (.sysfs, 8), (.unknown, 10)] {
      origin.send(
        .event(DeviceEvent(action: .change, subsystem: .backlight, name: id.name, source: source, number: number))
      )
    }
    observed.takeTurn()

    #expect(
      observed.takeEvents() == [[.mayHaveChanged(id, ChangeEvent([.sysfs, .hotkey, .unknown], newestLevelEvent: 9))]]
    )
  }

  @Test func `an event is a notification, the file is the truth`() throws {
    let tree = try FakeTree(Machine.hybrid)
    let observed = try Observed.begun(tree)

    try tree.send("add", FakeDevice.backlight("ghost"))
    #expect(observed.eventsOfTurn() == [])

    tree.remove(Machine.keyboard)
    try tree.send("change", Machine.keyboard)
    #expect(observed.eventsOfTurn() == ["disconnected leds/tpacpi::kbd_backlight"])

    try tree.put(2000, at: "\(Machine.intel.path)/max_brightness")
    try tree.send("add", Machine.intel)
    #expect(
      observed.eventsOfTurn() == [
        "changed backlight/intel_backlight", "mayHaveChanged backlight/intel_backlight by unknown",
      ]
    )
    #expect(observed.choice.chosen.map(\.maximum) == [2000])
  }

  @Test func `a new light is reported as changed if systemd-backlight will write it`() throws {
    let tree = try FakeTree()
    let observed = try Observed.begun(tree)

    try tree.add(Machine.intel)
    try tree.send("add", Machine.intel, ["SYSTEMD_WANTS=systemd-backlight@backlight:intel_backlight.service"])

    #expect(
      observed.eventsOfTurn() == [
        "connected backlight/intel_backlight", "mayHaveChanged backlight/intel_backlight by unknown",
      ]
    )
  }

  @Test func `a light that appears during the listing is connected after it`() throws {
    let tree = try FakeTree([Machine.intel])
    let origin = FakeOrigin(tree)
    let observed = try Observed(origin)
    origin.addAfterListing(Machine.intel)

    try observed.findLights()

    #expect(observed.choice == LightChoice())
    #expect(observed.takeEvents() == [])
    #expect(observed.eventsOfTurn() == ["connected backlight/intel_backlight"])
  }

  @Test func `a renamed device is disconnected and connected`() throws {
    let (old, new) = (FakeDevice.backlight("amdgpu_bl0"), FakeDevice.backlight("amdgpu_bl1"))
    let tree = try FakeTree([old])
    let observed = try Observed.begun(tree)

    tree.remove(old)
    try tree.add(new)
    try tree.send("move", new, ["DEVPATH_OLD=/\(old.path)"])

    #expect(observed.eventsOfTurn() == ["disconnected backlight/amdgpu_bl0", "connected backlight/amdgpu_bl1"])
  }

  @Test func `a light replugged within a turn is disconnected and connected`() throws {
    let tree = try FakeTree([Machine.intel])
    let observed = try Observed.begun(tree)

    tree.remove(Machine.intel)
    try tree.send("remove", Machine.intel)
    try tree.add(Machine.intel)
    try tree.send("add", Machine.intel)

    #expect(
      observed.eventsOfTurn() == ["disconnected backlight/intel_backlight", "connected backlight/intel_backlight"]
    )
  }

  @Test func `a light replugged without events is disconnected and connected`() throws {
    let tree = try FakeTree([Machine.intel])
    let observed = try Observed.begun(tree)
    let place = tree.path(Machine.intel.path)
    let next = FakeDevice.backlight("next", maximum: 1060, level: 500, in: Machine.intelConnector.path)

    try tree.add(next)
    let outcomes = [rename(place, place + ".old"), rename(tree.path(next.path), place)]
    try tree.put(.absent, at: "class/backlight/next")
    try tree.send("change", Machine.intel)

    #expect(outcomes == [0, 0])
    #expect(
      observed.eventsOfTurn() == ["disconnected backlight/intel_backlight", "connected backlight/intel_backlight"]
    )
  }

  @Test func `a light is connected as soon as its files can be read`() throws {
    let tree = try FakeTree()
    let observed = try Observed.begun(tree)

    try tree.add(Machine.intel.with(["max_brightness": .link("/proc/self/mem")]))
    try tree.send("add", Machine.intel)
    let first = observed.eventsOfTurn()
    let reasons = observed.choice.unused.map(\.description)
    try tree.put(1060, at: "\(Machine.intel.path)/max_brightness")
    try tree.send("change", Machine.intel)

    let path = tree.path("class/backlight/intel_backlight/max_brightness")
    #expect(first == [])
    #expect(reasons == ["backlight/intel_backlight is not used: cannot read '\(path)': input/output error"])
    #expect(observed.eventsOfTurn() == ["connected backlight/intel_backlight"])
    #expect(observed.choice.unused == [])
  }

  @Test func `a light of a better type replaces another one of the same panel`() throws {
    let tree = try FakeTree([Machine.intelCard, Machine.intelConnector, Machine.intel])
    let observed = try Observed.begun(tree)

    try tree.add(Machine.acpi)
    try tree.send("add", Machine.acpi)
    let added = observed.eventsOfTurn()
    tree.remove(Machine.acpi)
    try tree.send("remove", Machine.acpi)

    #expect(added == ["disconnected backlight/intel_backlight", "connected backlight/acpi_video0"])
    #expect(observed.eventsOfTurn() == ["disconnected backlight/acpi_video0", "connected backlight/intel_backlight"])
  }

  @Test func `a screen enabled on another card moves the panel there`() throws {
    let other = FakeDevice.connector("\(Machine.nvidiaCard.path)/drm/card1/card1-eDP-1", enabled: "disabled")
    let otherLight = FakeDevice.backlight("nvidia_0", in: other.path)
    let tree = try FakeTree([Machine.intelConnector, Machine.intel, other, otherLight])
    let observed = try Observed.begun(tree)

    try tree.put("disabled", at: "\(Machine.intelConnector.path)/enabled")
    try tree.put("enabled", at: "\(other.path)/enabled")
    try tree.send("change", FakeDevice("\(Machine.nvidiaCard.path)/drm/card1", listing: "class/drm"), ["HOTPLUG=1"])

    #expect(observed.eventsOfTurn() == ["disconnected backlight/intel_backlight", "connected backlight/nvidia_0"])
  }

  @Test func `a connector that changes only its picture does not change its light`() throws {
    let tree = try FakeTree([Machine.intelCard, Machine.intelConnector, Machine.intel])
    let observed = try Observed.begun(tree)

    try tree.put("disabled", at: "\(Machine.intelConnector.path)/enabled")
    try tree.send("change", FakeDevice("\(Machine.intelCard.path)/drm/card0", listing: "class/drm"), ["HOTPLUG=1"])

    #expect(observed.eventsOfTurn() == ["mayHaveChanged backlight/intel_backlight by "])
  }

  @Test func `a released registry leaves nothing on the loop`() throws {
    let tree = try FakeTree([Machine.intel])
    let loop = try EventLoop()
    weak var gone: LightRegistry?
    do {
      let registry = LightRegistry(FakeTreeOrigin(root: tree.root), on: loop) { _ in }
      try registry.assumeIsolated { try $0.findLights() }
      gone = registry
      #expect(loop.watchCount == 1)
    }

    #expect(gone == nil)
    #expect(loop.watchCount == 0)
  }

  @Test func `events of sensors and panels are handed on, and no light is read for a sensor's`() throws {
    let tree = try FakeTree([Machine.intel])
    let origin = FakeOrigin(tree)
    let count = Mutex(0)
    let registry = LightRegistry(origin, on: try EventLoop(), sensorsChanged: { count.withLock { $0 += 1 } }) { _ in }
    try registry.assumeIsolated { try $0.findLights() }
    let listings = origin.listingCount

    origin.send(.sensors)
    origin.send(.change, Machine.intel)
    let ofSensors = count.withLock { $0 }
    origin.send(.add, Machine.intel)
    let ofPanels = count.withLock { $0 }
    origin.send(.everything)

    #expect(ofSensors == 1)
    #expect(ofPanels == 2)
    #expect(count.withLock { $0 } == 3)
    #expect(origin.listingCount == listings)
  }
}
