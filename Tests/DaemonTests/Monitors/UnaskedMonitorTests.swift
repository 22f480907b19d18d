import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import DDC
import DDCTesting
import Guarantees
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.noUnrequestedWrites)) struct UnaskedMonitorTests {
  @Test func `a start, a resume and an event of the card send nothing`() throws {
    let daemon = try TestDaemon.withMonitor()
    daemon.handle(.resumed)
    try daemon.sendCardEvent()
    daemon.pass(.seconds(120))

    #expect(daemon.messages() == [])
    #expect(daemon.workers?.startedCount == 0)
    #expect(daemon.isIdle)
    #expect(daemon.lights.ids == [])
  }

  @Test func `a monitor that was read gets no message at a resume and an event of the card`() throws {
    let daemon = try TestDaemon.withKnownMonitor()

    daemon.handle(.resumed)
    try daemon.sendCardEvent()
    daemon.pass(.seconds(120))

    #expect(daemon.messages() == [])
    #expect(daemon.lights[.monitor]?.target.raw == 40)
  }

  @Test func `it is listed as unread before it was asked`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())

    let light = try daemon.connect(as: User.guest).ask(LightsInterface.List()).lights.first

    #expect(light?.id == "ddc/DEL-a0b1-777")
    #expect(light?.kind == .monitor)
    #expect(light?.state == .unread)
    #expect(light?.maximum == 0)
    #expect(daemon.messages() == [])
  }

  @Test(arguments: [nil, "DP-1", "monitor", "DEL-a0b1-777", "ddc/DEL-a0b1-777"])
  func `Get reads it once, by any of its names`(name: String?) throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.Get(light: name)).light.raw == 40)
    #expect(try client.ask(LightsInterface.Get(light: name)).light.maximum == 100)
    #expect(daemon.messages() == ["get"])
    #expect(try client.ask(LightsInterface.List()).lights.map(\.state) == [.free])
  }

  @Test func `Get by a user who may not change lights sends nothing`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let reason = "its level is not known before a user who may change it asks for it"

    #expect(throws: ControlError.lights(.notWritable(light: "ddc/DEL-a0b1-777", reason: reason))) {
      try daemon.connect(as: User.guest).ask(LightsInterface.Get())
    }
    #expect(daemon.messages() == [])
  }

  @Test func `a Get during which it is unplugged is answered with the reason`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.withMonitor(monitor, serving: Configuration())
    let replies = try daemon.connect().begin(LightsInterface.Get(), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }

    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()

    let error = ControlError.lights(.notWritable(light: "ddc/DEL-a0b1-777", reason: "it is not connected"))
    #expect(throws: error) { try replies.take().first?.get() }
  }

  @Test func `Set reads it, reads it again before the write, and verifies`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())

    let lights = try daemon.connect().ask(LightsInterface.Set(level: .percent(70))).lights

    #expect(lights.map(\.raw) == [70])
    #expect(daemon.messages() == ["get", "get", "set 70", "get"])
    #expect(daemon.workers?[1] == 70)
  }

  @Test func `a step of a Set starts from the level that the monitor shows`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let client = try daemon.connect()
    _ = try client.ask(LightsInterface.Get())
    daemon.workers?[1] = 60

    let replies = client.begin(LightsInterface.Set(level: .changePercent(5)), wantsMore: false)
    daemon.runUntilIdle()
    #expect(replies.isEmpty)
    daemon.pass(.milliseconds(200))

    #expect(replies.takeSuccessful().map { $0.lights.map(\.raw) } == [[65]])
    #expect(daemon.workers?[1] == 65)
  }

  @Test func `a claim that covers it reads it, and one that does not sends nothing`() throws {
    let daemon = try TestDaemon.withMonitor()
    daemon.hold(1, .exactly(.all), of: .kind(.keyboard))
    daemon.hold(2, .exactly(.all), of: .kind(.panel))
    #expect(daemon.messages() == [])

    daemon.hold(3, .exactly(percent(80)))

    #expect(daemon.messages() == ["get", "get", "set 80", "get"])
    #expect(daemon.lights[.monitor]?.state == .held)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test func `a kind that lets a claim in force cover the monitor reads it`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    daemon.hold(1, .exactly(percent(80)), of: .kind(.panel))
    #expect(daemon.messages() == [])

    daemon.reload("[Light ddc/DEL-a0b1-777]\nKind=panel\n")

    #expect(daemon.messages() == ["get", "get", "set 80", "get"])
  }

  @Test func `a screen without DDC does not fail a Set for all screens, and fails one for itself`() throws {
    let daemon = try TestDaemon([Device.panel], serving: Configuration(), monitors: [TestMonitor()])
    daemon.workers?.bus { $0.monitor = nil }
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.Set(level: .percent(70))).lights.map(\.id) == ["backlight/panel"])
    #expect(throws: ControlError.self) { try client.ask(LightsInterface.Set(light: "DP-1", level: .percent(70))) }
    #expect(throws: ControlError.self) { try client.ask(LightsInterface.Get(light: "DP-1")) }
    daemon.pass(.seconds(300))

    #expect(daemon.messages() == ["get", "get", "get"])
    let reason = "its bus refused a message: no such device or address"
    #expect(try client.ask(LightsInterface.List()).lights.map(\.reason) == [nil, reason])
  }
}
