import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import DDCTesting
import HardwareTesting
import Testing

@testable import Daemon
@testable import Hardware

@Suite struct MonitorSettingsTests {
  private func daemon(_ change: (inout LightOverride) -> Void) throws -> TestDaemon {
    var configuration = Configuration()
    change(&configuration.overrides[.monitor, default: LightOverride()])
    let daemon = try TestDaemon.withMonitor(serving: configuration)
    daemon.ask()
    _ = daemon.messages()
    return daemon
  }

  @Test func `with KeepsBase= a monitor that forgot its level gets it again`() throws {
    let daemon = try daemon { $0.keepsBase = true }
    daemon.workers?[1] = 100

    daemon.handle(.resumed)
    daemon.runUntilIdle()

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    #expect(daemon.lights[.monitor]?.state == .free)
  }

  @Test func `with KeepsBase= a sleep without an event is noticed, and the monitor waited for until it answers`()
    throws
  {
    let daemon = try daemon { $0.keepsBase = true }
    try daemon.change("dpms", "Off")
    daemon.pass(.seconds(5))
    daemon.workers?[1] = 100
    daemon.fault { $0.isDeaf = true }
    try daemon.change("dpms", "On")
    daemon.pass(.seconds(20))
    #expect(daemon.sets() == [])

    daemon.fault { $0.isDeaf = false }
    daemon.pass(.seconds(5))

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.lights[.monitor]?.state == .free)
  }

  @Test func `with KeepsBase= a monitor that shows its level is only read`() throws {
    let daemon = try daemon { $0.keepsBase = true }

    daemon.handle(.resumed)
    daemon.runUntilIdle()

    #expect(daemon.messages() == ["get"])
  }

  @Test func `with Least= and Most= percentages are of the range between them`() throws {
    let daemon = try daemon { ($0.least, $0.most) = (.raw(20), .share(percent(60))) }
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.Set(level: .percent(50))).lights.map(\.raw) == [40])
    #expect(try client.ask(LightsInterface.Set(level: .percent(100))).lights.map(\.raw) == [60])
    #expect(try client.ask(LightsInterface.Set(level: .changePercent(5))).lights.map(\.level) == [100])
    #expect(try client.ask(LightsInterface.Set(level: .percent(0))).lights.map(\.raw) == [20])
    #expect(daemon.workers?[1] == 20)
  }

  @Test func `with ends that leave no range, known only with its maximum, the whole range is used with a warning`()
    throws
  {
    let (daemon, log) = (try daemon { ($0.least, $0.most) = (.raw(60), .share(percent(50))) }, Lines())
    daemon.kill()
    try daemon.start(log)
    daemon.ask()

    let line = "cannot use Least= and Most= of 'ddc/DEL-a0b1-777': they leave no range of 0 to 100"
    #expect(log.all.count { $0.contains(line) } == 1)
    #expect(daemon.lights[.monitor]?.range.span == nil)
  }

  @Test func `a level beyond Most= is restored as it was`() throws {
    let daemon = try daemon { $0.most = .raw(30) }

    daemon.holdMonitor(at: 100)
    #expect(daemon.workers?[1] == 30)
    daemon.release(1)

    #expect(daemon.workers?[1] == 40)
  }

  @Test func `the writes of a monitor are counted`() throws {
    let daemon = try daemon { _ in }
    daemon.holdMonitor(at: 80)
    daemon.release(1)

    let writes = try daemon.connect().ask(HealthInterface.Report()).monitorWrites

    #expect(writes == [.init(light: "ddc/DEL-a0b1-777", all: 2, forPrograms: 1)])
  }

  @Test func `a monitor whose first message ended the machine is asked again when the user allows it`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    try #require(ContactMarks(beside: daemon.running!.records)).markContact(with: "DEL-a0b1")
    try daemon.reboot()
    let client = try daemon.connect()
    #expect(throws: ControlError.self) { try client.ask(LightsInterface.Get()) }

    #expect(throws: ControlError.self) {
      try daemon.connect(as: User.guest).ask(HealthInterface.AllowMonitor(light: "DP-1"))
    }
    let unknown = ControlError.service(.invalidParameter("light", reason: "'DP-9' is none of ddc/DEL-a0b1-777"))
    #expect(throws: unknown) { try client.ask(HealthInterface.AllowMonitor(light: "DP-9")) }
    #expect(try client.ask(HealthInterface.AllowMonitor(light: "DP-1")).wasBlocked)

    #expect(try client.ask(LightsInterface.Get()).light.raw == 40)
    #expect(try !client.ask(HealthInterface.AllowMonitor(light: "DP-1")).wasBlocked)
  }
}
