@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct SensorReaderTests {
  @Test func `the sensor is found and read at once`() throws {
    let room = try SensedRoom()

    room.follow(nil as ClosedRange<Int>?)

    #expect(room.pass(0) == ["found iio:device0", "0.0: 300000 mlx"])
  }

  @Test func `without a watch there is no thread and nothing is read`() throws {
    let room = try SensedRoom()

    room.changeDevices()
    room.resume()
    let before = (room.thread.isThere, room.pass(600))
    room.follow(0...1000)
    room.pass(10)
    room.follow(nil as SensorWatch?)
    let steps = room.thread.stepCount
    let after = room.pass(600)

    #expect(!before.0 && before.1 == [])
    #expect(after == [] && !room.thread.isThere)
    #expect(room.readTimes() == [600, 604, 608])
    // The one that ends it.
    #expect(room.thread.stepCount == steps + 1)
  }

  @Test func `constant light wakes the thread fifteen times a minute, and never the loop`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(1)
    let steps = room.thread.stepCount

    let reports = room.pass(600)

    #expect(reports == [])
    #expect(room.thread.stepCount - steps == 150)
  }

  @Test func `light outside of the quiet band is reported, and on its edges it is not`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(0)

    let reports = try [200, 400, 401, 300, 199].map { lux in
      try room.shine(lux)
      return room.pass(4)
    }

    #expect(reports == [[], [], ["12.0: 401000 mlx"], [], ["20.0: 199000 mlx"]])
  }

  @Test func `without a quiet band each reading is reported`() throws {
    let room = try SensedRoom()

    room.follow(nil as ClosedRange<Int>?, pace: .seconds(1))

    #expect(room.pass(2) == ["found iio:device0", "0.0: 300000 mlx", "1.0: 300000 mlx", "2.0: 300000 mlx"])
  }

  @Test(arguments: [(1.5, 2.0, 2.0), (3.5, 1.0, 3.5)])
  func `a shorter pace counts from the last reading, and one that has passed leads to a reading at once`(
    change: Double,
    pace: Double,
    next: Double
  ) throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(change)

    room.follow(0...1000, pace: .seconds(pace))
    room.pass(next - change)

    #expect(room.readTimes() == [0, next])
  }

  @Test func `a sensor is never read twice within a second, whatever the watch`() throws {
    let room = try SensedRoom()
    room.follow(nil as ClosedRange<Int>?, pace: .zero)
    room.pass(2.5)

    room.follow(nil as SensorWatch?)
    room.pass(0)
    room.follow(nil as ClosedRange<Int>?, due: .seconds(2.6))
    room.pass(1)

    #expect(room.readTimes() == [0, 1, 2, 3])
  }

  @Test func `the pace counts from the end of a read that takes long`() throws {
    let room = try SensedRoom()
    room.delayReadings(.seconds(2))
    room.follow(0...1000)

    room.pass(14)

    #expect(room.readTimes() == [0, 6, 12])
  }

  @Test func `a reading is taken when it is due, and reported whatever it is`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(0)

    room.follow(200...400, due: .seconds(9.5))
    let reports = room.pass(20)

    #expect(reports == ["9.5: 300000 mlx"])
    // Nothing is due a second time.
    #expect(room.readTimes() == [0, 4, 8, 9.5, 13.5, 17.5])
  }

  @Test func `what is due at once is read at once`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(1.5)

    room.follow(200...400, due: .seconds(1.5))

    #expect(room.pass(0) == ["1.5: 300000 mlx"])
  }

  @Test func `a reading that fails when it is due is tried at the pace, and reported when it works`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(0)

    room.follow(200...400, due: .seconds(5))
    room.fail(EBUSY)
    let failed = room.pass(10)
    room.answer(nil)
    let reports = room.pass(10)

    #expect(failed == [])
    #expect(reports == ["13.0: 300000 mlx"])
    #expect(room.readTimes() == [0, 4, 5, 9, 13, 17])
  }

  @Test func `nothing is read for five seconds after a resume`() throws {
    let room = try SensedRoom()
    room.follow(nil as ClosedRange<Int>?, pace: .seconds(1))
    room.pass(1.5)

    room.resume()
    room.follow(nil as ClosedRange<Int>?, pace: .seconds(1), due: .seconds(2))
    room.changeDevices()
    room.pass(6)

    #expect(room.readTimes() == [0, 1, 6.5, 7.5])
  }

  @Test func `a reading that began before a suspend counts for nothing`() throws {
    let room = try SensedRoom()
    room.follow(nil as ClosedRange<Int>?)
    room.pass(1)

    room.answer { [reader = room.reader] _ throws(LightError) in
      reader.assumeIsolated { $0.resumed() }
      return "0"
    }
    let reports = room.pass(3)
    room.answer(nil)

    #expect(reports == [])
    #expect(room.pass(5) == ["9.0: 300000 mlx"])
  }

  @Test func `a 0 is read once more after a second, and the larger counts`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(0)

    try room.shine(0)
    let first = room.pass(4.5)
    try room.shine(310)
    let second = room.pass(0.5)
    try room.shine(0)
    let dark = room.pass(10)

    #expect(first == [] && second == [])
    #expect(dark == ["10.0: 0 mlx", "14.0: 0 mlx"])
    #expect(room.readTimes() == [0, 4, 5, 9, 10, 14])
  }

  @Test func `a 0 after a resume is read once more, even if there was one before`() throws {
    let room = try SensedRoom()
    room.follow(200...400)
    room.pass(0)
    try room.shine(0)
    room.pass(4.5)

    room.resume()
    let reports = room.pass(6.5)

    #expect(reports == ["10.5: 0 mlx"])
    #expect(room.readTimes() == [0, 4, 9.5, 10.5])
  }

  @Test func `a 0 inside of the quiet band is read once more only each minute`() throws {
    let room = try SensedRoom()
    try room.shine(0)
    room.follow(0...2)

    let reports = room.pass(61.5)
    try room.shine(1)
    room.pass(4.5)
    try room.shine(0)
    room.pass(4)

    #expect(reports == ["found iio:device0", "1.0: 0 mlx"])
    #expect(room.readTimes() == [0] + stride(from: 1, through: 61, by: 4) + [62, 66, 70])
  }

  @Test func `the reports of an ended watch are dropped`() throws {
    let room = try SensedRoom()
    room.follow(nil as ClosedRange<Int>?)
    room.time.pass(.seconds(4))

    room.follow(nil as SensorWatch?)
    room.follow(nil as ClosedRange<Int>?)

    #expect(room.pass(0) == ["found iio:device0"])
    #expect(room.pass(1) == ["5.0: 300000 mlx"])
  }

  @Test func `a released reader reads no more, and reports nothing`() throws {
    let thread: SteppedThread
    let time: SteppedTime

    do {
      let room = try SensedRoom()
      room.follow(nil as ClosedRange<Int>?)
      room.pass(4)
      (thread, time) = (room.thread, room.time)
    }
    time.pass(.zero)
    let steps = thread.stepCount
    time.pass(.seconds(60))

    #expect(!thread.isThere)
    #expect(thread.stepCount == steps)
  }
}
