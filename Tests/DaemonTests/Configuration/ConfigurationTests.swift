import Brightness
import BrightnessModel
import BrightnessVarlink
import Foundation
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct ConfigurationTests {
  @Test func `an empty configuration has the default limits`() {
    let configuration = read("").configuration

    #expect(configuration == Configuration())
    #expect(configuration.limits.wire.connections == 1024)
    #expect(configuration.limits.wire.connectionsPerUser == 64)
    #expect(configuration.limits.session.scenes == 16)
    #expect(configuration.limits.session.userBytes == 262_144)
  }

  private static let every = """
    [Limits]
    Connections=7
    ConnectionsPerUser=6
    ScenesPerSession=5
    SceneBytesPerUser=8K
    [Daemon]
    Group=video
    LogLevel=debug
    [Lights]
    Ignore=backlight/nvidia_0
    Panel=backlight/intel_backlight
    Also=leds/tpacpi::power
    [Automatic]
    Sensor=als
    SensorPlace=room
    KeyboardBelow=2.5
    [Light backlight/intel_backlight]
    Alias=inside
    Floor=2.5%
    Scale=perceptual
    Kind=panel
    KeepsBase=yes
    Least=10%
    Most=200
    Automatic=no
    Curve=0:10% 0.5:20.5% 1000:20.5% 20000:100%
    """

  @Test func `every key is applied`() {
    let keys = Self.every.matches(of: /(\w+)=/).map { String($0.1) }
    let reading = read(Self.every)

    let known = ConfigurationKeys.sections.values.flatMap(\.keys) + ConfigurationKeys.light.keys
    #expect(keys.sorted() == known.sorted())
    var expected = Configuration()
    expected.limits.wire.connections = 7
    expected.limits.wire.connectionsPerUser = 6
    expected.limits.session.scenes = 5
    expected.limits.session.userBytes = 8192
    expected.groups = ["brightnessd", "video"]
    expected.logLevel = .debug
    expected.lights.ignored = [LightID(.backlight, "nvidia_0")]
    expected.lights.panels = [LightID(.backlight, "intel_backlight")]
    expected.lights.indicators = ["tpacpi::power"]
    expected.overrides[LightID(.backlight, "intel_backlight")] = .sample
    expected.sensor = SensorSettings(selection: .named("als"), place: .room)
    expected.keyboardIsDarkBelow = Illuminance(millilux: 2500)
    expected.lights.kinds = [LightID(.backlight, "intel_backlight"): .panel]
    #expect(reading.problems == [])
    #expect(reading.configuration == expected)
  }

  @Test func `the last value of a repeated key is used`() {
    let text = "[Limits]\nConnections=1\nConnections=2\n[Daemon]\n[Limits]\nConnections=3"
    #expect(read(text).configuration.limits.wire.connections == 3)
  }

  @Test func `the values of a list add up until an empty one`() {
    let ignored = read("[Lights]\nIgnore=leds/a\nIgnore=\nIgnore=leds/b leds/c\nIgnore=leds/d").configuration.lights
      .ignored

    #expect(ignored.map(\.name).sorted() == ["b", "c", "d"])
  }

  @Test(arguments: [
    ("Group=a\nGroup=b a c", ["brightnessd", "a", "b", "c"]), ("Group=", []), ("Group=a\nGroup=\nGroup=b", ["b"]),
  ])
  func `groups are beside that of the package, until an empty value`(keys: String, groups: [String]) {
    let reading = read("[Daemon]\n\(keys)")

    #expect(reading.problems == [])
    #expect(reading.configuration.groups == groups)
  }

  @Test func `an empty value is the default`() {
    let text =
      "[Daemon]\nLogLevel=debug\nLogLevel=\n[Limits]\nConnections=3\nConnections=\n[Light leds/a]\nAlias=b\nAlias="

    let configuration = read(text).configuration

    #expect(configuration.logLevel == .info)
    #expect(configuration.limits == Limits())
    #expect(configuration.overrides == [LightID(.leds, "a"): LightOverride()])
  }

  @Test func `an invalid value keeps the previous one`() {
    let reading = read("[Limits]\nConnections=3\nConnections=many")

    #expect(reading.configuration.limits.wire.connections == 3)
    #expect(!reading.isValid)
  }

  @Test func `a later file takes precedence`() {
    let files = ["[Daemon]\nLogLevel=debug\n[Limits]\nConnections=3", "[Daemon]\nLogLevel=error"].map {
      ConfigurationFile(path: "x", content: .success($0))
    }

    let configuration = ConfigurationReading(files).configuration

    #expect(configuration.logLevel == .error)
    #expect(configuration.limits.wire.connections == 3)
  }

  @Test func `a section ends with its file`() {
    let files = ["[Daemon]", "Group=a"].map { ConfigurationFile(path: "x", content: .success($0)) }

    let reading = ConfigurationReading(files)

    #expect(reading.problems.map(\.description) == ["x:1: cannot use 'Group': it stands before any section"])
  }

  @Test(arguments: [
    ("none", SensorSettings.Selection.off), ("iio:device1", .named("iio:device1")), ("", .best),
  ])
  func `a sensor has a name, or there is none`(value: String, selection: SensorSettings.Selection) {
    let reading = read("[Automatic]\nSensor=als\nSensor=\(value)")

    #expect(reading.problems == [])
    #expect(reading.configuration.sensor == SensorSettings(selection: selection))
  }

  @Test(arguments: [("0", 0), ("10", 10_000), ("007", 7000), ("0.001", 1), ("1.50", 1500), ("200000.000", 200_000_000)])
  func `lux may have decimals`(value: String, millilux: Int) {
    let reading = read("[Automatic]\nKeyboardBelow=\(value)")

    #expect(reading.problems == [])
    #expect(reading.configuration.keyboardIsDarkBelow == Illuminance(millilux: millilux))
  }

  @Test(arguments: [
    ("", true, ["brightnessd"]), ("", false, []), ("Group=video", true, ["brightnessd", "video"]),
    ("Group=video", false, ["video"]), ("Group=brightnessd", false, ["brightnessd"]),
  ])
  func `the group of the package counts if it is named, or if the system has it`(
    key: String,
    exists: Bool,
    groups: [String]
  ) throws {
    let plan = DaemonProcess.Plan(socket: "a", state: "b", origin: FakeTreeOrigin(root: "/"))

    #expect(plan.inForce(read("[Daemon]\n\(key)"), hasGroup: { exists && $0 == "brightnessd" }).groups == groups)
  }

  @Test func `a per-user daemon has no group`() {
    var plan = DaemonProcess.Plan(socket: "a", state: "b", origin: FakeTreeOrigin(root: "/"))
    plan.isForOwnerAlone = true

    #expect(plan.inForce(read("[Daemon]\nGroup=video"), hasGroup: { _ in true }).groups == [])
  }
}

extension LightOverride {
  static var sample: LightOverride {
    var light = LightOverride()
    light.alias = "inside"
    light.floor = percent(2.5)
    light.scale = .perceptual
    light.kind = .panel
    light.keepsBase = true
    light.least = .share(percent(10))
    light.most = .raw(200)
    light.automatic = false
    let points = [(0, 10), (500, 20.5), (1_000_000, 20.5), (20_000_000, 100)].map {
      AmbientCurve.Point(AmbientLight(Illuminance(millilux: $0)), percent($1))
    }
    light.curve = AmbientCurve(points)
    return light
  }
}

func read(_ text: String) -> ConfigurationReading {
  ConfigurationReading([ConfigurationFile(path: "a.conf", content: .success(text))])
}
