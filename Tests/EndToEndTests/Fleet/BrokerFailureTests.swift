import BrightnessControl
import BrightnessModel
import Brokers
import Guarantees
import MQTT
import Programs
import Testing

/// Failures of the broker, with a real one.
@Suite(.tags(.remoteHoldsEnd)) struct BrokerFailureTests {
  enum End: CaseIterable {
    /// As a power cut.
    case killed
    /// As an upgrade, before which it publishes the wills of clients that live.
    case stopped
  }

  @Test(arguments: End.allCases)
  func `a broker that is away for less than the lease changes no light`(end: End) throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","graceMilliseconds":10000"#)

    if end == .killed { fleet.bridge.broker.kill() } else { fleet.bridge.broker.stop() }
    try fleet.bridge.startBroker()
    let next = try fleet.bridge.controller("guard", "2")

    try fleet.expectNothing(before: next, #","replaces":"1""#)
    withExtendedLifetime(controller) {}
  }

  @Test func `the lease ends a hold whose controller dies with the broker`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","leaseMilliseconds":3000"#)

    fleet.bridge.broker.kill()
    controller.die()

    try fleet.expectReturn()
    try fleet.bridge.startBroker()
    fleet.bridge.wait(for: #""remote":[]"#)
  }

  @Test func `a frozen broker leaves the end to the lease, and the next document holds again`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder(100, #","leaseMilliseconds":3000"#)

    fleet.bridge.broker.freeze()
    try fleet.expectReturn()
    fleet.bridge.broker.thaw()
    controller.hold()

    #expect(try fleet.observer.levels(until: FleetMachine.full) == [FleetMachine.full])
  }

  @Test(arguments: ["5", "3.1.1"])
  func `documents and levels that the broker has kept are not carried out`(version: String) throws {
    let fleet = try FleetMachine(broker: ["Protocol=\(version)"]) { room, broker in
      let former = try room.connected(broker.settings("former"), to: ["done"])
      let document = #"{"scene":{"claims":[{"rule":"exactly","percent":100}]}}"#
      former.publish("brightnessd/to/lobby/hold/guard/1", document, isRetained: true)
      former.publish("brightnessd/to/lobby/set", "30", isRetained: true)
      former.publish("done", "")
      former.wait { if case .received = $0 { true } else { false } }
    }

    try fleet.expectNothing(before: try fleet.bridge.controller("guard", "2"))
    // With version 5 the broker is asked not to send them.
    if version != "5" {
      try fleet.bridge.program.wait(for: "cannot use 'brightnessd/to/lobby/hold/guard/1': it is retained")
    }
  }

  @Test func `a live message with the mark for keeping it is not carried out either`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.bridge.controller()

    controller.send(#"{"scene":{"claims":[{"rule":"exactly","percent":100}]}}"#, isRetained: true)
    controller.set("30", isRetained: true)

    try fleet.expectNothing(before: controller)
    try fleet.bridge.program.wait(for: "cannot use 'brightnessd/to/kiosk-7/set': it is retained")
  }
}
