@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import HardwareTesting
import Testing

/// Sensors of most laptops, by a model of the kernel's power management.
@Suite struct HIDSensorTests {
  /// Checks the model: why the reader rests after a resume.
  @Test(arguments: [(0.8, true), (1, true), (2, true), (4, false)])
  func `a sensor that was powered off in a suspend stays at 0 while it is read often`(
    pace: Double,
    staysDark: Bool
  ) {
    let sensor = FakeHIDSensor()
    let time = SteppedTime()
    _ = sensor.read(at: time)

    time.pass(.milliseconds(500))
    sensor.suspend(at: time.now)
    let values = (1...100).map { _ in
      time.pass(.seconds(pace))
      return sensor.read(at: time)
    }

    #expect(values.allSatisfy { $0 == 0 } == staysDark)
    #expect(values.contains(300) != staysDark)
  }

  @Test(arguments: [1.0, 2, 4], (0...16).map { Double($0) / 4 })
  func `the first reading after a resume is right, whenever the machine fell asleep`(
    pace: Double,
    moment: Double
  ) throws {
    let sensor = FakeHIDSensor()
    let room = try SensedRoom()
    room.answer { [time = room.time] _ in "\(sensor.read(at: time))" }
    room.follow(200...400, pace: .seconds(pace))
    room.pass(60 + moment)
    _ = sensor.takeValues()

    sensor.suspend(at: room.time.now)
    room.resume()
    let reports = room.pass(60)

    let values = sensor.takeValues()
    #expect(reports == [])
    #expect(values.allSatisfy { $0 == 300 })
    #expect(values.count >= 14)
  }

  @Test func `the second read of a sensor that says 0 whenever it wakes up is right`() throws {
    let sensor = FakeHIDSensor(saysZeroFirst: true)
    let room = try SensedRoom()
    room.answer { [time = room.time] _ in "\(sensor.read(at: time))" }
    room.follow(200...400)
    let first = room.pass(1)
    _ = room.readTimes()

    let reports = room.pass(600)

    #expect(first == ["found iio:device0", "1.0: 300000 mlx"])
    #expect(reports == [])
    // Two reads in five seconds.
    #expect(room.readTimes().count == 240)
  }

  @Test func `a sensor that says 0 whenever it wakes up does not stay in the dark`() throws {
    let sensor = FakeHIDSensor(0, saysZeroFirst: true)
    let room = try SensedRoom()
    room.answer { [time = room.time] _ in "\(sensor.read(at: time))" }
    room.follow(0...2)
    room.pass(30)

    sensor.shine(300)
    let reports = room.pass(35)

    #expect(reports == ["62.0: 300000 mlx"])
  }
}
