import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import HardwareTesting
import Service
import Testing

@testable import Daemon

/// Connections that are light sensors.
@Suite struct FedSensorTests {
  typealias Feed = AutomaticInterface.Feed

  @Test func `lights follow the readings of a connection until it ends, and keep their levels then`() throws {
    let daemon = try TestDaemon([Device.panel], serving: read("[Daemon]\nGroup=44\n").configuration)
    let client = try daemon.connect()
    let sensor = try daemon.connect()
    try sensor.ask(Feed(name: "desk", lux: 300))
    try client.ask(AutomaticInterface.TurnOn())
    daemon.live(.seconds(6))

    try sensor.ask(Feed(name: "desk", lux: 10_000))
    daemon.live(.seconds(15))
    let bright = daemon.level()
    let report = try client.automaticReport()
    sensor.leave()
    daemon.live(.seconds(60))

    #expect(bright == 100)
    #expect(report.sensor?.device == "feed:desk")
    #expect(report.sensor?.lux == 10_000)
    #expect(daemon.level() == 100)
    #expect(try client.automaticReport().lights.map(\.pause) == [.sensor])
  }

  @Test func `the configuration names a connection, which keeps its name`() throws {
    let daemon = try TestDaemon.withSensor(configured: "[Automatic]\nSensor=feed:desk\n")
    let client = try daemon.connect()
    let webcam = try daemon.connect()

    try webcam.ask(Feed(name: "webcam", lux: 300))
    let before = try client.automaticReport()
    let refusal = webcam.refusal(of: Feed(name: "desk", lux: 300))
    try client.ask(Feed(name: "desk", lux: 300))

    #expect(before.sensor == nil)
    #expect(before.unusedSensors.map(\.device) == ["iio:device0", "feed:webcam"])
    #expect(
      refusal?.answer(as: ServiceError.self)
        == .invalidParameter("name", reason: "the connection is the sensor 'webcam'")
    )
    let report = try client.automaticReport()
    #expect(report.sensor?.device == "feed:desk")
    #expect(report.unusedSensors.map(\.device) == ["iio:device0", "feed:webcam"])
  }

  @Test func `a user without rights is no sensor, also one who had them`() throws {
    let daemon = try TestDaemon([Device.panel], serving: read("[Daemon]\nGroup=44\n").configuration)
    let guest = try daemon.connect(as: User.guest)
    #expect(guest.refusal(of: Feed(name: "desk", lux: 3))?.answer(as: ServiceError.self) == .permissionDenied)
    #expect(try guest.automaticReport().sensor == nil)
    try daemon.switchSeat(to: Int(User.guest.uid), among: Int(User.guest.uid))
    try guest.ask(Feed(name: "desk", lux: 3))
    #expect(try guest.automaticReport().sensor != nil)

    try daemon.switchSeat(to: Int(User.root.uid), among: Int(User.guest.uid))

    #expect(try guest.automaticReport().sensor == nil)
  }

  @Test func `a process that ends is no sensor any more, even if another one keeps its connection`() throws {
    let daemon = try TestDaemon([Device.panel], serving: read("[Daemon]\nGroup=44\n").configuration)
    let program = try ProcessClient(daemon)
    try program.call("Automatic.Feed", #"{"name":"desk","lux":3}"#)
    #expect(try daemon.connect().automaticReport().sensor != nil)

    try program.leave("Automatic.Feed", #"{"name":"desk","lux":4}"#)
    daemon.runUntilIdle()

    #expect(try daemon.connect().automaticReport().sensor == nil)
  }

  @Test func `the age of a reading is the time since the client gave it`() throws {
    let daemon = try TestDaemon([Device.panel], serving: read("[Daemon]\nGroup=44\n").configuration)
    let client = try daemon.connect()
    try client.ask(Feed(name: "desk", lux: 300))
    try client.ask(AutomaticInterface.TurnOn())

    daemon.live(.seconds(60))

    #expect(try client.automaticReport().sensor?.age == .seconds(60))
  }

  @Test(arguments: [("desk", -1, "lux"), ("desk top", 1, "name")])
  func `what is no light and no name is refused`(name: String, lux: Double, field: String) throws {
    let daemon = try TestDaemon.withSensor()

    let error = try daemon.connect().refusal(of: Feed(name: name, lux: lux))?.answer(as: ServiceError.self)

    guard case .invalidParameter(field, _)? = error else {
      Issue.record("the call was answered with \(String(describing: error))")
      return
    }
  }
}
