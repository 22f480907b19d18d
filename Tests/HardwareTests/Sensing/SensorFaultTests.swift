@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct SensorFaultTests {
  @Test(
    arguments: [
      "", "nan", "inf", "1e9", "-1", "0x1F", "3,5", "1234567890123456789", "99999999999", "-0.000000001",
      String(repeating: "9", count: 65_000),
    ]
  )
  func `text that is no light is refused with a quote, and the next turn reads again`(text: String) throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.answer { _ in text }
    let reports = room.pass(3)
    room.answer(nil)
    try room.shine(2000)

    let wanted = text.hasPrefix("-") ? "a light of 0 lux or more" : SensorNumber.wanted
    #expect(reports == ["refused: cannot read '\(room.sensorFile)': it holds \(text.quotedInShort) and not \(wanted)"])
    #expect(reports[0].count < 300)
    #expect(room.pass(4) == ["8.0: 2000000 mlx"])
  }

  @Test func `a file larger than any attribute is refused`() throws {
    let room = try SensedRoom()
    try room.tree.put(.text(String(repeating: "9", count: 4 << 20)), at: "\(FakeDevice.als.path)/in_illuminance_raw")

    room.follow(nil as ClosedRange<Int>?)

    #expect(
      room.pass(0) == ["found iio:device0", "refused: cannot read '\(room.sensorFile)': it is larger than 64 KiB"]
    )
  }

  @Test(arguments: [("300", 300_000), ("0.000001", 0), ("4000000", 200_000_000), ("32767\n45", 32_767_000)])
  func `an unusual number is read, up to the light of the sun`(text: String, millilux: Int) throws {
    let room = try SensedRoom()
    try room.tree.put(.text(text), at: "\(FakeDevice.als.path)/in_illuminance_raw")

    room.follow(nil as ClosedRange<Int>?)
    let reports = room.pass(1)

    #expect(reports == ["found iio:device0", "\(millilux == 0 ? 1.0 : 0.0): \(millilux) mlx"])
  }

  @Test(arguments: [EBUSY, EAGAIN])
  func `a sensor that another program uses keeps its last light`(code: CInt) throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.fail(code)
    let reports = room.pass(60)

    #expect(reports == [])
    #expect(room.problem == "\(SystemError("read", room.sensorFile, ErrorCode(rawValue: code)))")
    room.answer(nil)
    #expect(room.pass(4) == [])
    #expect(room.problem == nil)
  }

  @Test(arguments: [(EIO, "read"), (ETIMEDOUT, "read"), (EACCES, "open"), (EINVAL, "read")])
  func `an error is reported once, and each hour`(code: CInt, verb: String) throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.fail(code, verb)
    let reports = room.pass(60)
    // A reading in between changes nothing.
    room.answer(nil)
    room.pass(8)
    room.fail(code, verb)
    let later = room.pass(590)

    let error = SystemError(verb, room.sensorFile, ErrorCode(rawValue: code))
    #expect(reports == ["refused: \(error)"])
    #expect(later == [])
    #expect(room.problem == "\(error)")
    #expect(room.pass(2950) == ["fails: \(error)", "refused: \(error)"])
  }

  @Test func `another error is reported, too`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    let reports = [EIO, ETIMEDOUT, ETIMEDOUT].map { code in
      room.fail(code)
      return room.pass(4).count
    }

    #expect(reports == [1, 1, 0])
  }

  @Test func `a sensor without a reading for ten minutes fails, until one works`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    // The first of these is the reading at 4 seconds.
    room.fail(EBUSY)
    let before = room.pass(602.9)
    let then = room.pass(0.1)
    let after = room.pass(1200)
    room.answer(nil)

    #expect(before == [] && after == [])
    #expect(then == ["fails: cannot read '\(room.sensorFile)': device or resource busy"])
    #expect(room.pass(4) == ["1808.0: 300000 mlx"])
    #expect(room.pass(4) == [])
  }

  @Test func `the time of a suspend does not count as one without a reading`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.fail(EBUSY)
    room.pass(590)

    room.resume()
    let reports = room.pass(600)

    #expect(reports == [])
    // The reading at 1191 seconds is the first that is ten minutes after the resume.
    #expect(room.pass(1) == ["fails: cannot read '\(room.sensorFile)': device or resource busy"])
  }

  @Test func `a driver that does not answer for ten seconds fails, and its late answer counts`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.delayReadings(.seconds(30))
    let reports = room.reports(after: 3)

    #expect(
      reports == [
        .event(.fails("its driver does not answer")),
        .event(.read(Illuminance(lux: 300), at: Moment(room.start.advanced(by: .seconds(34)).sinceBoot))),
      ]
    )
  }

  @Test func `a driver that answers in time does not fail`() throws {
    let room = try SensedRoom()
    room.delayReadings(.milliseconds(9999))
    room.follow(0...1000)

    #expect(room.pass(60) == ["found iio:device0", "9.999: 300000 mlx"])
  }

  @Test func `the watch of a driver that does not answer ends and begins without another read`() throws {
    let room = try SensedRoom()
    room.follow(0...1000)
    room.pass(1)

    room.answer { [reader = room.reader, time = room.time] _ throws(LightError) in
      time.pass(.seconds(60))
      reader.assumeIsolated { $0.follow(nil) }
      let watch = SensorWatch(quietBand: nil, pace: .seconds(4), due: nil)
      reader.assumeIsolated { $0.follow(watch) }
      time.pass(.seconds(60))
      return "7"
    }
    let reports = room.pass(3)
    room.answer(nil)

    #expect(reports == ["fails: its driver does not answer"])
    #expect(room.readTimes() == [0, 4])
    // The late value was read for the first watch.
    #expect(room.pass(1) == ["found iio:device0", "125.0: 300000 mlx"])
  }
}
