import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import DDCTesting
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct AutomaticServedTests {
  typealias TurnOn = AutomaticInterface.TurnOn
  typealias TurnOff = AutomaticInterface.TurnOff
  typealias Forget = AutomaticInterface.Forget

  @Test func `a report names the sensor before anything is turned on, and reads nothing`() throws {
    let daemon = try TestDaemon.withSensor()

    let report = try daemon.connect(as: User.guest).automaticReport()

    #expect(
      report
        == .init(
          sensor: .init(name: "als", device: "iio:device0", unit: .lux, state: .idle),
          unusedSensors: [],
          lights: []
        )
    )
    #expect(daemon.sensorThread.stepCount == 0)
  }

  @Test func `a report has the reading with its age, the light that levels follow, and the curve`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try daemon.light(310)
    daemon.live(.seconds(5))

    let report = try client.automaticReport()

    #expect(report.sensor?.lux == 310)
    #expect(report.sensor?.age.map { .zero...Duration.seconds(4) ~= $0 } == true)
    #expect(report.sensor?.reason == nil)
    #expect(report.lux == 300)
    let light = try #require(report.lights.first)
    #expect(report.lights.count == 1)
    #expect(light.light == "backlight/panel")
    #expect(light.mode == .on)
    #expect(light.offset == 0)
    #expect(light.waits == nil)
    #expect(light.curve.map(\.level) == [15, 30, 47, 60, 80, 93, 100])
    #expect(light.curve.allSatisfy { !$0.taught })
    #expect(try client.ask(LightsInterface.Get()).light.automatic == .on)
  }

  @Test func `turning on moves nothing, also a second time in other light`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    #expect(daemon.level() == 60)

    try client.ask(TurnOff())
    try daemon.light(3)
    let reply = try client.ask(TurnOn(light: "panel"))
    daemon.live(.seconds(60))

    #expect(reply.lights.map(\.light) == ["backlight/panel"])
    #expect(reply.lights.map(\.mode) == [.on])
    #expect(daemon.level() == 60)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `without a name every screen is turned on, and no keyboard`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel, Device.keyboard, Device.monitor])
    let client = try daemon.connect()

    let reply = try client.ask(TurnOn())

    #expect(reply.lights.map(\.light) == ["backlight/panel", "backlight/ddcci5"])
    #expect(try client.ask(LightsInterface.List()).lights.map(\.automatic) == [.on, .on, .off])
  }

  @Test func `a keyboard by name has a level for the dark and one for light`() throws {
    let daemon = try TestDaemon.withSensor([Device.keyboard], configured: "[Automatic]\nKeyboardBelow=20\n")
    let client = try daemon.connect()

    let light = try #require(try client.ask(TurnOn(light: "keyboard")).lights.first)

    #expect(light.curve.map(\.lux) == [0, 50])
    #expect(light.curve.map { $0.level.rounded() } == [33, 0])
  }

  @Test func `without a sensor nothing is turned on, and the reason is reported until there is one`() throws {
    let daemon = try TestDaemon.withSensor()
    let client = try daemon.connect()
    try daemon.removeSensor()
    let reason = "no light sensor was found in '\(daemon.root)/bus/iio/devices'"

    #expect(client.failure(of: TurnOn()) == .noSensor(reason: reason))
    #expect(try client.automaticReport() == .init(noSensor: reason, unusedSensors: [], lights: []))
    try daemon.addSensor()
    #expect(try client.automaticReport().noSensor == nil)
    #expect(try client.ask(TurnOn()).lights.count == 1)
  }

  @Test func `a sensor that the configuration does not name is reported as unused`() throws {
    let daemon = try TestDaemon.withSensor(configured: "[Automatic]\nSensor=other\n")

    let report = try daemon.connect().automaticReport()

    #expect(report.sensor == nil)
    #expect(
      report.unusedSensors == [.init(name: "als", device: "iio:device0", reason: "the configuration names 'other'")]
    )
  }

  @Test func `a light that may not follow is refused by name, and left out of a kind`() throws {
    let devices = [Device.panel, Device.monitor, Device.keyboard]
    let daemon = try TestDaemon.withSensor(devices, configured: "[Light backlight/panel]\nAutomatic=no\n")
    let client = try daemon.connect()

    let refused = AutomaticError.notAutomatic(light: "backlight/panel", reason: "its configuration says Automatic=no")
    #expect(client.failure(of: TurnOn(light: "panel")) == refused)
    #expect(try client.ask(TurnOn()).lights.map(\.light) == ["backlight/ddcci5"])
  }

  @Test func `an indicator cannot follow`() throws {
    let device = FakeDevice.led("power", maximum: 1, level: 1)
    let daemon = try TestDaemon.withSensor([device], configured: "[Lights]\nAlso=leds/power\n")

    let failure = try daemon.connect().failure(of: TurnOn(light: "power"))

    #expect(failure == .notAutomatic(light: "leds/power", reason: "it is an indicator"))
  }

  @Test func `names are those of other calls`() throws {
    let daemon = try TestDaemon.withSensor([Device.keyboard])
    let client = try daemon.connect()
    let known = ["leds/tpacpi::kbd_backlight"]

    #expect(client.failure(of: TurnOn(light: "lamp")) == .noSuchLight(light: "lamp", known: known))
    #expect(client.failure(of: TurnOff(light: "lamp")) == .noSuchLight(light: "lamp", known: known))
    #expect(client.failure(of: Forget(light: "lamp")) == .noSuchLight(light: "lamp", known: known))
    #expect(client.failure(of: TurnOn()) == .noLights)
    #expect(try client.ask(TurnOff()).lights == [])
    #expect(try client.ask(Forget()).lights == [])
  }

  @Test func `an unread monitor is read first, once`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel], monitors: [TestMonitor()])
    let client = try daemon.connect()

    let reply = try client.ask(TurnOn())
    daemon.live(.seconds(60))

    #expect(reply.lights.map(\.light) == ["backlight/panel", "ddc/DEL-a0b1-777"])
    #expect(daemon.messages() == ["get"])
  }

  @Test func `without a sensor no monitor is read`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel], monitors: [TestMonitor()])
    let client = try daemon.connect()
    try daemon.removeSensor()

    let failures = [nil, "monitor"].map { client.failure(of: TurnOn(light: $0)) }

    let reason = "no light sensor was found in '\(daemon.root)/bus/iio/devices'"
    #expect(failures == [.noSensor(reason: reason), .noSensor(reason: reason)])
    #expect(daemon.messages() == [])
  }

  @Test func `a monitor that cannot be read is left out, and refused by name`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel], monitors: [TestMonitor()])
    daemon.fault { $0.isUnsupported = true }
    let client = try daemon.connect()

    let failure = client.failure(of: TurnOn(light: "monitor"))

    guard case .notAutomatic("ddc/DEL-a0b1-777", _)? = failure else {
      Issue.record("the monitor was not refused: \(String(describing: failure))")
      return
    }
    #expect(try client.ask(TurnOn()).lights.map(\.light) == ["backlight/panel"])
  }

  @Test func `turning off keeps the level and the lessons, and stops the reader`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try client.set(70)
    daemon.live(.seconds(5))

    let reply = try client.ask(TurnOff())
    try daemon.live(in: 3)

    #expect(reply.lights.map(\.mode) == [.off])
    #expect(reply.lights.first?.curve.filter(\.taught).map(\.level) == [70])
    #expect(daemon.level() == 70)
    #expect(!daemon.sensorThread.isThere)
    #expect(try client.automaticReport().lux == nil)
  }

  @Test func `forgetting begins with the configured curve again`() throws {
    let daemon = try TestDaemon.following(configured: "[Light backlight/panel]\nCurve=0:60% 100000:60%\n")
    let client = try daemon.connect()
    try client.set(70)
    daemon.live(.seconds(5))
    #expect(daemon.lessons.count == 1)

    let reply = try client.ask(Forget())
    daemon.live(.seconds(10))

    #expect(reply.lights.map(\.mode) == [.on])
    #expect(daemon.lessons == [])
    #expect(daemon.level() == 70)
    #expect(try client.automaticReport().lights.first?.curve.map(\.level) == [70, 70])
  }

  @Test func `what was learned for a light that is gone is forgotten by its full name`() throws {
    let daemon = try TestDaemon.following([Device.panel, Device.monitor])
    let client = try daemon.connect()
    try client.ask(TurnOff())
    try daemon.unplug(Device.monitor)

    try client.ask(Forget(light: "backlight/ddcci5"))

    #expect(try client.automaticReport().lights.map(\.light) == ["backlight/panel"])
  }

  @Test func `a light that has forgotten all, or never followed, is off and has no curve`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try client.ask(TurnOff())

    #expect(
      try client.ask(Forget(light: "panel")).lights == [
        .init(light: "backlight/panel", mode: .off, curve: [], offset: 0)
      ]
    )
    #expect(
      try client.ask(TurnOff(light: "panel")).lights == [
        .init(light: "backlight/panel", mode: .off, curve: [], offset: 0)
      ]
    )
  }

  @Test func `a level for now teaches nothing`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()

    try client.set(20, forNow: true)
    daemon.live(.seconds(10))

    let light = try #require(try client.automaticReport().lights.first)
    #expect(daemon.level() == 20)
    #expect(daemon.lessons == [])
    #expect(light.offset == -40)
  }

  @Test func `a light that was switched off is paused until the user sets a level`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()

    try client.ask(LightsInterface.Set(level: .percent(0), allowOff: true))
    daemon.live(.seconds(10))
    let paused = try #require(try client.automaticReport().lights.first)
    try client.set(50)

    #expect(paused.mode == .paused)
    #expect(paused.reason == "it was switched off")
    #expect(try client.ask(LightsInterface.Get()).light.automatic == .on)
  }

  @Test func `all lights are paused while the sensor is gone, and follow when it is back`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try daemon.removeSensor()
    daemon.live(.seconds(10))

    let light = try #require(try client.automaticReport().lights.first)
    #expect(light.mode == .paused)
    #expect(light.reason == "no light sensor was found in '\(daemon.root)/bus/iio/devices'")
    #expect(daemon.level() == 60)
    try daemon.addSensor()
    daemon.live(.seconds(5))

    #expect(try client.automaticReport().lights.map(\.mode) == [.on])
    #expect(try client.automaticReport().lux == 300)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `a sensor that fails after its panel was off is reported as failing`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    let power = "\(Device.panel.path)/bl_power"
    try daemon.tree.put("4", at: power)
    daemon.live(.seconds(5))
    let covered = try client.automaticReport()

    try daemon.tree.put("0", at: power)
    try daemon.tree.put("dark", at: "\(Device.lightSensor.path)/in_illuminance_input")
    daemon.live(.seconds(5))
    let failing = try client.automaticReport()

    #expect(covered.sensor?.state == .panelOff)
    #expect(covered.lights.map(\.reason) == ["the sensor is not read while the panel is off"])
    #expect(failing.sensor?.state == .failing)
    #expect(failing.sensor?.reason?.contains("it holds 'dark'") == true)
    #expect(failing.lights.map(\.reason) == [failing.sensor?.reason])
  }

  @Test func `a panel that comes back under another name is the one that covers the sensor`() throws {
    let daemon = try TestDaemon.following([Device.panel, Device.keyboard])
    let client = try daemon.connect()
    try client.ask(AutomaticInterface.TurnOn(light: "keyboard"))
    daemon.tree.remove(Device.panel)
    try daemon.send("remove", Device.panel)
    daemon.live(.seconds(5))
    let other = FakeDevice.backlight("other")

    try daemon.tree.add(other)
    try daemon.send("add", other)
    daemon.live(.seconds(5))
    let lit = try client.automaticReport().sensor?.state
    try daemon.tree.put("4", at: "\(other.path)/bl_power")
    daemon.live(.seconds(5))

    #expect(lit == .reading)
    #expect(try client.automaticReport().sensor?.state == .panelOff)
  }

  @Test func `a light is off while its configuration excludes it`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    daemon.reload("[Light backlight/panel]\nAutomatic=no\n")
    try daemon.live(in: 10_000)

    #expect(try client.automaticReport().lights.map(\.mode) == [.off])
    #expect(daemon.level() == 60)
    daemon.reload("")
    daemon.live(.seconds(15))

    #expect(daemon.level() == 100)
  }

  @Test func `a guest reads the report, and changes nothing`() throws {
    let daemon = try TestDaemon.withSensor()
    let guest = try daemon.connect(as: User.guest)
    let denied = ControlError.service(.permissionDenied)

    #expect(try guest.automaticReport().sensor != nil)
    #expect(throws: denied) { try guest.ask(TurnOn()) }
    #expect(throws: denied) { try guest.ask(TurnOff()) }
    #expect(throws: denied) { try guest.ask(Forget()) }
  }
}
