import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import DDCTesting
import HardwareTesting
import Testing

@testable import Daemon
@testable import Hardware

/// `Set` of monitors that were not read before.
@Suite struct UnreadMonitorSetTests {
  private let two = [TestMonitor(), TestMonitor("card1-DP-2", bus: 2, edid: EDIDBytes(serialNumber: 778))]
  private let both = ["ddc/DEL-a0b1-777", "ddc/DEL-a0b1-778"]

  private func begin(_ daemon: TestDaemon) throws -> (TestClient, Replies<LightsInterface.Set.Reply>) {
    let client = try daemon.connect()
    let replies = client.begin(LightsInterface.Set(level: .percent(70)), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }
    return (client, replies)
  }

  /// Carries out all jobs of a light.
  private func finish(_ light: Int, of daemon: TestDaemon) {
    while daemon.step(light) { for _ in 0..<4 { daemon.takeTurn() } }
  }

  @Test func `each is written as soon as it was read, whatever another one does`() throws {
    let daemon = try TestDaemon([], serving: Configuration(), monitors: two)
    let (_, replies) = try begin(daemon)

    finish(1, of: daemon)

    #expect(daemon.messages() == ["2: get", "2: get", "2: set 70", "2: get"])
    #expect(replies.isEmpty)
    daemon.runUntilIdle()
    #expect(daemon.messages() == ["1: get", "1: get", "1: set 70", "1: get"])
    #expect(replies.takeSuccessful().map { $0.lights.map(\.id) } == [both])
  }

  @Test func `a monitor that hangs at its first reading does not delay the reply of the others beyond that`() throws {
    let daemon = try TestDaemon([], serving: Configuration(), monitors: two)
    let (_, replies) = try begin(daemon)
    finish(1, of: daemon)

    daemon.time.pass(.seconds(5))
    for _ in 0..<4 { daemon.takeTurn() }

    #expect(replies.takeSuccessful().map { $0.lights.map(\.id) } == [["ddc/DEL-a0b1-778"]])
    daemon.runUntilIdle()
    #expect(daemon.messages().filter { $0.hasPrefix("1: set") } == [])
  }

  @Test func `nothing is set for a client that left during the first reading`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let (client, _) = try begin(daemon)

    client.leave()

    #expect(daemon.messages() == ["get"])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.core.openCallCount == 0)
    #expect(daemon.subject.assumeIsolated { $0.clients.openCallCount } == 0)
  }

  @Test func `a user who loses the right during the first reading still gets the level`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let (client, replies) = try begin(daemon)

    daemon.reload(read(""))

    #expect(replies.takeSuccessful().map { $0.lights.map(\.raw) } == [[70]])
    #expect(throws: ControlError.self) { try client.ask(LightsInterface.Set(level: .percent(50))) }
    #expect(daemon.workers?[1] == 70)
  }

  @Test func `a claim in force reads a monitor when the user allows its first message`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    try #require(ContactMarks(beside: daemon.running!.records)).markContact(with: "DEL-a0b1")
    try daemon.reboot()
    daemon.holdMonitor(at: 80)
    #expect(daemon.messages() == [])

    #expect(try daemon.connect().ask(HealthInterface.AllowMonitor(light: "DP-1")).wasBlocked)

    #expect(daemon.messages() == ["get", "get", "set 80", "get"])
    #expect(daemon.lights[.monitor]?.state == .held)
  }

  @Test func `a write is counted for the program that wanted it, not for the user whose level came meanwhile`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.beginHold(1, .exactly(percent(80)))
    daemon.takeTurn()

    _ = daemon.setMonitor(.raw(70))

    #expect(daemon.sets() == ["set 80", "set 70"])
    let wear = daemon.subject.assumeIsolated { $0.lights.monitorWrites[.monitor] }
    #expect(wear?.writes == 2)
    #expect(wear?.writesByPrograms == 1)
  }
}
