@testable import Hardware

import BrightnessModel
import HardwareTesting
import Testing

/// Clients that are sensors.
@Suite struct SensorFeedTests {
  private static let name = "n234567890123456789012345678901."

  @Test(arguments: [("webcam", true), (name, true), (name + "2", false), ("", false), ("a b", false)])
  func `a name is short and plain`(name: String, isOne: Bool) {
    #expect((SensorFeed(named: name, Illuminance(lux: 3)) != nil) == isOne)
  }

  @Test func `a client is a sensor where the machine has none`() throws {
    let tree = try FakeTree()
    let feed = try feed("webcam")

    let choice = SensorChoice.find(under: tree.root, SensorSettings(feeds: [feed]))

    #expect(choice.sensor == LightSensor(name: "webcam", device: "feed:webcam", unit: .lux))
    #expect(choice.unused == [])
  }

  @Test(arguments: ["als-base", ""])
  func `a sensor of the machine comes before a client`(label: String) throws {
    let device = FakeDevice.lightSensor(0, ["in_intensity_clear_raw": 3]).with(["label": .text("\(label)\n")])
    let tree = try FakeTree([device])

    let choice = SensorChoice.find(under: tree.root, SensorSettings(feeds: [try feed("webcam")]))

    #expect(choice.sensor?.device == "iio:device0")
    #expect(
      choice.unused.map(\.description) == [
        "'feed:webcam' (webcam) is not used: the machine has a sensor of its own, 'iio:device0'"
      ]
    )
  }

  @Test func `the configuration names a client, also one that is not connected`() throws {
    let tree = try FakeTree([.lightSensor(0, ["in_illuminance_input": 3])])
    let feeds = [try feed("webcam"), try feed("desk")]
    let selection = SensorSettings.Selection.fed("desk")

    let named = SensorChoice.find(under: tree.root, SensorSettings(selection: selection, feeds: feeds))
    let missing = SensorChoice.find(under: tree.root, SensorSettings(selection: selection))

    #expect(named.sensor?.device == "feed:desk")
    #expect(named.unused.map(\.sensor.device) == ["iio:device0", "feed:webcam"])
    #expect(missing.outcome == .none(.clientNotConnected("desk")))
    #expect(
      "\(NoSensorReason.clientNotConnected("desk"))" == "no client gives the readings of a light sensor named 'desk'"
    )
  }

  @Test func `the latest reading is read at the pace of a sensor, and the largest of several`() throws {
    let (first, second) = (try feed("webcam"), try feed("desk"))
    let room = try SensedRoom([], SensorSettings(feeds: [first, second]))
    room.follow(2...4)
    #expect(room.pass(1) == ["found feed:webcam", "0.0: 3000 mlx"])

    first.give(Illuminance(lux: 500))
    second.give(Illuminance(lux: 700))
    #expect(room.pass(2.9) == [])
    second.give(Illuminance(lux: 600))

    #expect(room.pass(0.1) == ["4.0: 600000 mlx"])
  }

  @Test func `a client that goes is no sensor any more, at once`() throws {
    let room = try SensedRoom([], SensorSettings(feeds: [try feed("webcam")]))
    room.follow(0...1000)
    room.pass(1)

    room.apply(SensorSettings())

    #expect(room.pass(0) == ["missing: no light sensor was found in '\(room.tree.root)/bus/iio/devices'"])
  }

  @Test func `no lid covers a client`() throws {
    let panel = FakeDevice.backlight("panel").with(["bl_power": 4])
    let room = try SensedRoom([panel], SensorSettings(place: .lid, feeds: [try feed("webcam")]))
    room.follow(nil as ClosedRange<Int>?)

    #expect(room.pass(1) == ["found feed:webcam", "0.0: 3000 mlx"])
  }

  private func feed(_ name: String) throws -> SensorFeed {
    try #require(SensorFeed(named: name, Illuminance(lux: 3)))
  }
}
