@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

/// Sensors come and go.
@Suite struct SensorDevicesTests {
  @Test func `a sensor that is plugged in is found by its event`() throws {
    let room = try SensedRoom([])
    room.follow(nil as ClosedRange<Int>?)
    let missing = room.pass(1)

    try room.tree.add(.als)
    room.changeDevices()

    #expect(missing == ["missing: no light sensor was found in '\(room.tree.root)/bus/iio/devices'"])
    #expect(room.pass(0) == ["found iio:device0", "1.0: 300000 mlx"])
  }

  @Test func `a sensor whose event was lost is found at the next turn`() throws {
    let room = try SensedRoom([])
    room.follow(nil as ClosedRange<Int>?)
    room.pass(1)

    try room.tree.add(.als)

    #expect(room.pass(2.9) == [])
    #expect(room.pass(0.1) == ["found iio:device0", "4.0: 300000 mlx"])
  }

  @Test func `a sensor that is unplugged is missing, and said so once`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.tree.remove(.als)
    room.changeDevices()
    let reports = room.pass(600)

    #expect(reports == ["missing: no light sensor was found in '\(room.tree.root)/bus/iio/devices'"])
    #expect(room.readTimes() == [0])
  }

  @Test(arguments: [(ENODEV, "read"), (ENOENT, "open"), (ENXIO, "open")])
  func `a sensor that vanishes in a read is missing`(code: CInt, verb: String) throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.tree.remove(.als)
    room.fail(code, verb)
    let reports = room.pass(3)

    #expect(reports == ["missing: no light sensor was found in '\(room.tree.root)/bus/iio/devices'"])
  }

  @Test func `a sensor that comes back under another number is another one`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.tree.remove(.als)
    try room.tree.add(.lightSensor(3, ["in_illuminance_raw": 20]))
    let reports = room.pass(4)

    #expect(reports == ["found iio:device3", "5.0: 20000 mlx"])
  }

  @Test func `an event that changes nothing reads nothing`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    for _ in 1...100 { room.changeDevices() }
    let reports = room.pass(2)

    #expect(reports == [])
    #expect(room.readTimes() == [0])
    #expect(room.thread.stepCount == 3)
  }

  @Test func `a better sensor that is plugged in takes over`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    try room.tree.add(.lightSensor(1, ["in_illuminance_input": 40]))
    room.changeDevices()

    #expect(room.pass(0) == ["found iio:device1", "1.0: 40000 mlx"])
  }

  @Test func `another configuration takes effect at once`() throws {
    let room = try SensedRoom([.als, .lightSensor(1, name: "outside", ["in_intensity_both_raw": 40])])
    room.follow(0...1000)
    room.pass(1)

    room.apply(SensorSettings(selection: .named("outside"), place: .room))
    let other = room.pass(1)
    room.apply(SensorSettings(selection: .off))
    let none = room.pass(10)

    #expect(other == ["found iio:device1", "1.0: 40000 mlx"])
    #expect(none == ["missing: the configuration says that none is used"])
  }

  @Test func `of two sensors, one covered, the larger reading counts`() throws {
    let room = try SensedRoom([.als, .lightSensor(1, ["in_illuminance_raw": 2])])
    room.follow(nil as ClosedRange<Int>?)
    let first = room.pass(0)

    try room.shine(1)

    #expect(first == ["found iio:device0", "0.0: 300000 mlx"])
    #expect(room.pass(4) == ["4.0: 2000 mlx"])
  }

  @Test(arguments: ["iio:device0", "iio:device1"])
  func `of two sensors, one is enough`(failing: String) throws {
    let room = try SensedRoom([.als, .lightSensor(1, ["in_illuminance_raw": 300])])
    room.answer { file throws(LightError) in
      if file.path.contains(failing) { throw file.refused("read", EIO) }
      return nil
    }

    room.follow(nil as ClosedRange<Int>?)

    #expect(room.pass(0) == ["found iio:device0", "0.0: 300000 mlx"])
  }
}
