import BrightnessControl
import BrightnessModel
import Brokers
import Glibc
import Guarantees
import MQTT
import Programs
import Testing

/// Who ends a remote hold, and when, with a real broker, bridge and daemon.
@Suite(.tags(.remoteHoldsEnd)) struct RemoteHoldEndTests {
  @Test(arguments: [0, 250]) func `the panel is restored when its controller dies`(grace: Int) throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","graceMilliseconds":\#(grace)"#)

    controller.die()

    try fleet.expectReturn()
  }

  @Test func `the panel is restored when its controller says goodbye`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()

    controller.end()

    try fleet.expectReturn()
    #expect(try fleet.observer.holders().isEmpty)
  }

  @Test func `the panel is restored when the bridge is killed`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()

    fleet.bridge.program.kill()

    try fleet.expectReturn()
    withExtendedLifetime(controller) {}
  }

  @Test func `the panel is restored when the bridge is stopped, which says goodbye`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()

    fleet.bridge.program.signal(SIGTERM)

    try fleet.expectReturn()
    fleet.bridge.wait(for: "offline", on: "\(RunningBridge.device)/status")
    #expect(fleet.bridge.program.waitForEnd() == 0)
    withExtendedLifetime(controller) {}
  }

  @Test func `the panel is restored when the lease is over, and held again by the next document`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","leaseMilliseconds":3000"#)

    try fleet.expectReturn()
    controller.hold(100)

    #expect(try fleet.observer.levels(until: FleetMachine.full) == [FleetMachine.full])
  }

  @Test func `a late end of a former connection ends nothing`() throws {
    let fleet = try FleetMachine()
    let former = try fleet.holder()
    let next = try fleet.bridge.controller("guard", "2")
    next.hold(100, #","replaces":"1""#)
    fleet.bridge.wait(for: #""session":"2""#)

    former.die()
    next.end("1", "lost")

    try fleet.expectNothing(before: next)
  }

  @Test func `a document that comes behind the end of its session is not held`() throws {
    let fleet = try FleetMachine()
    let (late, next) = (try fleet.bridge.controller(), try fleet.bridge.controller("guard", "2"))

    late.end()
    late.hold()
    fleet.bridge.wait(for: "alarm", on: "brightnessd/to/lobby/hold/guard/1")

    try fleet.expectNothing(before: next)
  }

  @Test func `messages that arrive twice change nothing`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()

    controller.hold()
    controller.hold(30, #","reply":true"#)
    controller.hold(30, #","reply":true"#)

    #expect(try fleet.observer.levels(until: FleetMachine.less) == [FleetMachine.less])
    // By then the connection of the former scene is closed.
    fleet.bridge.wait(for: "holding", on: "brightnessd/reply/guard/1/kiosk-7")
    controller.end()
    controller.end()
    try fleet.expectReturn()
  }

  @Test func `a changed scene follows the former without the base level in between`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(30)

    for (percent, level) in [(60, FleetMachine.most), (30, FleetMachine.less), (60, FleetMachine.most)] {
      controller.hold(percent)
      #expect(try fleet.observer.levels(until: level) == [level])
    }
  }
}
