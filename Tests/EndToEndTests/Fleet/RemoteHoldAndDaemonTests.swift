import BrightnessControl
import BrightnessModel
import Brokers
import Glibc
import Guarantees
import MQTT
import Programs
import Testing

/// What the daemon and people on the machine do during a remote hold.
@Suite(.tags(.remoteHoldsEnd)) struct RemoteHoldAndDaemonTests {
  @Test func `a killed daemon changes no light, and the next one has the hold`() throws {
    let fleet = try FleetMachine(storesSessions: true)
    let controller = try fleet.holder()
    // When it is written, which a watch reports before.
    fleet.bridge.wait(for: #""event":"holding""#)

    fleet.machine.daemon.kill()
    #expect(try fleet.machine.level == "\(FleetMachine.full)\n")
    try fleet.restartDaemon()

    #expect(try fleet.observer.waitFor(.held).raw == FleetMachine.full)
    controller.end()
    try fleet.expectReturn()
  }

  @Test func `a stopped daemon restores the panel, and the next one holds it again`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()

    fleet.machine.daemon.signal(SIGTERM)
    fleet.machine.daemon.waitForEnd()
    #expect(try fleet.machine.level == "\(Machine.userLevel)\n")
    try fleet.restartDaemon()

    try fleet.observer.levels(until: FleetMachine.full)
    controller.end()
    try fleet.expectReturn()
  }

  @Test func `a bridge that starts before its daemon holds when the daemon is there`() throws {
    let fleet = try FleetMachine()
    fleet.machine.daemon.kill()
    fleet.bridge.program.kill()
    try fleet.bridge.start()
    fleet.bridge.waitUntilOnline()
    let controller = try fleet.bridge.controller()
    controller.hold()
    fleet.bridge.wait(for: #""session":"1""#)

    try fleet.restartDaemon()

    try fleet.observer.levels(until: FleetMachine.full)
    withExtendedLifetime(controller) {}
  }

  @Test func `a local change wins, and renewals do not undo it`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","reply":true"#)
    fleet.bridge.wait(for: "holding", on: "brightnessd/reply/guard/1/kiosk-7")

    try fleet.machine.pressFirmwareKey(to: 10_000)
    fleet.bridge.wait(for: "yielded", on: "brightnessd/reply/guard/1/kiosk-7")
    controller.hold(100, #","reply":true"#)

    #expect(try fleet.observer.levels(until: 10_000) == [10_000])
    try fleet.expectNothing(before: controller)
  }

  @Test(arguments: [false, true])
  func `a hold that is cancelled here stays so until its scene changes`(byReset: Bool) throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","reply":true"#)
    let session = try #require(try fleet.observer.holders().first?.id)

    if byReset {
      _ = try fleet.observer.ask(SessionsInterface.Reset())
    } else {
      _ = try fleet.observer.ask(SessionsInterface.Cancel(session: session))
    }
    try fleet.expectReturn()
    fleet.bridge.wait(for: #""event":"cancelled""#)
    controller.hold(100, #","reply":true"#)
    let reply = fleet.bridge.wait(for: "refused", on: "brightnessd/reply/guard/1/kiosk-7")

    #expect(reply == #"{"address":"lobby","event":"refused","reason":"it was cancelled on this device"}"#)
    try fleet.expectNothing(before: controller)
  }

  @Test func `a scene that expires is over, and its documents are refused`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, scene: #","expiresMilliseconds":300"#, #","reply":true"#)

    try fleet.expectReturn()
    fleet.bridge.wait(for: #""event":"expired""#)
    controller.hold(100, scene: #","expiresMilliseconds":300"#, #","reply":true"#)

    fleet.bridge.wait(for: "its scene has expired", on: "brightnessd/reply/guard/1/kiosk-7")
  }

  @Test func `a scene that the daemon refuses is reported with its reason`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.bridge.controller()

    controller.send(
      #"{"scene":{"claims":[{"light":"no such kind","rule":"exactly","percent":1}]},"reply":true}"#
    )

    let reply = fleet.bridge.wait(for: "refused", on: "brightnessd/reply/guard/1/kiosk-7")
    #expect(reply.contains("no such kind"), "\(reply)")
  }
}
