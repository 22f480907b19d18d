import BrightnessControl
import BrightnessModel
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct HealthServedTests {
  @Test func `a healthy machine has nothing to report`() throws {
    let daemon = try TestDaemon(serving: Configuration())

    let report = try daemon.connect().report()

    #expect(
      report
        == .init(
          version: Version.current,
          age: report.age,
          sysfs: daemon.root,
          mayChange: true,
          groups: ["44"],
          unusedLights: [],
          pendingRestores: [],
          configProblems: [],
          externalChanges: [],
          monitorWrites: []
        )
    )
  }

  @Test(arguments: [(User.root, true), (User.member, true), (User.guest, false)])
  func `a caller learns whether it may change lights`(user: Peer, mayChange: Bool) throws {
    let daemon = try TestDaemon(serving: Configuration())

    #expect(try daemon.connect(as: user).report().mayChange == mayChange)
  }

  @Test func `unused devices are reported with the reason`() throws {
    let empty = FakeDevice.backlight("acpi_video0", maximum: 0, level: 0, in: "devices/platform/b")
    let daemon = try TestDaemon([Device.panel, empty], serving: Configuration())

    let report = try daemon.connect().report()

    #expect(
      report.unusedLights == [.init(light: "backlight/acpi_video0", reason: .noSteps, sentence: "its maximum is 0")]
    )
  }

  @Test func `a light whose level cannot be read is reported with the reason`() throws {
    let broken = FakeDevice.backlight("ddcci5", in: "devices/platform/b").with(["brightness": .link("/proc/self/mem")])
    let daemon = try TestDaemon([Device.panel, broken], serving: Configuration())

    let report = try daemon.connect().report()

    let sentence = "cannot read '\(daemon.root)/class/backlight/ddcci5/brightness': input/output error"
    #expect(report.unusedLights == [.init(light: "backlight/ddcci5", reason: .unreadable, sentence: sentence)])
  }

  @Test func `a recorded base of a held light is no pending restore`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(80)))

    let held = try daemon.connect().report().pendingRestores
    try daemon.unplug()
    client.leave()
    let pending = try daemon.connect().report().pendingRestores
    try daemon.plug()
    let done = try daemon.connect().report().pendingRestores

    #expect(held == [])
    #expect(pending == [.init(light: "backlight/panel", raw: 60, maximum: 100, reason: "it is not connected")])
    #expect(done == [])
  }

  @Test func `external changes are counted by source`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.move(to: 10)
    try daemon.move(to: 20)
    try daemon.move(to: 30, by: .hotkey)
    _ = try daemon.connect().ask(LightsInterface.Set(level: .raw(70)))

    let changes = try daemon.connect().report().externalChanges

    #expect(
      changes.map { "\($0.light) \($0.source) \($0.count)" } == [
        "backlight/panel hotkey 1", "backlight/panel program 2",
      ]
    )
  }

  @Test func `configuration problems are reported until the next reload`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    daemon.reload("[Limits]\nConnections=many\n[Elsewhere]\n")
    let client = try daemon.connect(as: User.guest)

    let before = try client.report()
    daemon.reload("")
    let after = try client.report()

    #expect(before.configProblems.map(\.line) == [4, 5])
    #expect(before.configProblems.map(\.ignored) == [false, true])
    let sentence = "cannot use 'Connections=many': expected a whole number from 1 to 65536"
    #expect(before.configProblems.first?.sentence == sentence)
    #expect(before.groups == ["44"])
    #expect(after.configProblems == [])
  }

  @Test func `an unknown group is a problem, and is not offered to join`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let text = "[Daemon]\nGroup=no-such-group\n[Elsewhere]\n"
    let file = ConfigurationFile(path: "a.conf", content: .success(text))
    daemon.reload(ConfigurationReading([file]) { _ in nil })

    let report = try daemon.connect(as: User.guest).report()

    #expect(report.configProblems.map(\.ignored) == [true, false])
    #expect(report.groups == [])
  }
}

extension TestClient {
  fileprivate func report() throws -> HealthInterface.Report.Reply { try ask(HealthInterface.Report()) }
}
