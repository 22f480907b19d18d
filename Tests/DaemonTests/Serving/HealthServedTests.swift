import ControlAPI
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct HealthServedTests {
  @Test func `of a machine that is well there is nothing to report`() throws {
    let desk = try Desk(serving: Configuration())

    let report = try desk.connect().report()

    #expect(report == .init(sysfs: desk.root, mayChange: true))
  }

  @Test(arguments: [(User.root, true), (User.member, true), (User.guest, false)])
  func `whoever asks is told whether they may change lights`(user: Peer, mayChange: Bool) throws {
    let desk = try Desk(serving: Configuration())

    #expect(try desk.connect(as: user).report().mayChange == mayChange)
  }

  @Test func `devices that are not used are told with the reason`() throws {
    let empty = FakeDevice.backlight("acpi_video0", maximum: 0, level: 0, in: "devices/platform/b")
    let desk = try Desk([Device.panel, empty], serving: Configuration())

    let report = try desk.connect().report()

    #expect(report.setAside == [.init(light: "backlight/acpi_video0", why: .noSteps, reason: "its maximum is 0")])
  }

  @Test func `a base that is on record is no debt while its light is held`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))

    let held = try desk.connect().report().debts
    try desk.unplug()
    visitor.leave()
    let owed = try desk.connect().report().debts
    try desk.plug()
    let paid = try desk.connect().report().debts

    #expect(held == [])
    #expect(owed == [.init(light: "backlight/panel", raw: 60, maximum: 100, reason: "it is not there")])
    #expect(paid == [])
  }

  @Test func `changes past the daemon are counted by who made them`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.move(to: 10)
    try desk.move(to: 20)
    try desk.move(to: 30, by: .hotkey)
    _ = try desk.connect().ask(LightsInterface.Set(level: .raw(70)))

    let changes = try desk.connect().report().foreignChanges

    #expect(
      changes.map { "\($0.light) \($0.mover) \($0.count)" } == [
        "backlight/panel hotkey 1", "backlight/panel program 2",
      ]
    )
  }

  @Test func `what is wrong with the configuration is told until it is read again`() throws {
    let desk = try Desk(serving: Configuration())
    desk.reload("[Limits]\nNesting=many\n[Elsewhere]\n")
    let visitor = try desk.connect(as: User.guest)

    let before = try visitor.report()
    desk.reload("")
    let after = try visitor.report()

    #expect(before.complaints.map(\.line) == [4, 5])
    #expect(before.complaints.map(\.ignored) == [false, true])
    #expect(before.complaints.first?.sentence == "cannot use 'Nesting=many': expected a whole number from 1 to 64")
    #expect(before.group == "44")
    #expect(after.complaints == [])
  }
}

extension Visitor {
  fileprivate func report() throws -> HealthInterface.Report.Reply { try ask(HealthInterface.Report()) }
}
