import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import MQTT
import Programs
import RawClients
import Testing

/// More messages than a bridge carries out.
@Suite struct RemoteFloodTests {
  @Test func `a flood of documents holds no more than its limit, and ends with the lease`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.bridge.controller()
    let document = #"{"scene":{"claims":[{"rule":"exactly","percent":50}]},"leaseMilliseconds":10000,"reply":true}"#

    for number in 0..<2000 { controller.publish("brightnessd/to/lobby/hold/guard/s\(number)", document) }
    fleet.bridge.wait(for: "expected at most 8 holds of one controller", on: "brightnessd/reply/guard/s9/kiosk-7")

    #expect(try fleet.observer.levels(until: FleetMachine.half) == [FleetMachine.half])
    #expect(try fleet.observer.holders().count == 8)
    try holdHere(fleet)
    #expect(try fleet.observer.levels(until: FleetMachine.half) == [FleetMachine.half])
    #expect(try anonymousMemory(of: fleet.bridge.program.process) <= 32 << 10)
    try fleet.expectReturn()
  }

  /// Meanwhile programs on the machine are served.
  private func holdHere(_ fleet: FleetMachine) throws {
    let client = try fleet.machine.connect()
    try client.hold()
    try fleet.observer.levels(until: FleetMachine.full)
    withExtendedLifetime(client) {}
  }

  /// In KiB.
  private func anonymousMemory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return try #require(status.firstMatch(of: /RssAnon:\s+(\d+)/).flatMap { Int($0.1) })
  }
}
