import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import DDC
import DDCTesting
import Guarantees
import HardwareTesting
import RandomHistories
import Testing

@testable import Daemon
@testable import Hardware

/// Workers: when they live, and what is between two monitors.
@Suite(.tags(.slowLightsAreIsolated)) struct WorkerLifetimeTests {
  private let two = [TestMonitor(), TestMonitor("card1-DP-2", bus: 2, edid: EDIDBytes(serialNumber: 778))]

  @Test func `a worker lives from the first claim to half a minute after the restore`() throws {
    let daemon = try TestDaemon.withMonitor()
    daemon.holdMonitor(at: 80)
    daemon.pass(.seconds(600))
    #expect(daemon.workers?.openCount == 1)

    daemon.release(1)
    daemon.pass(.milliseconds(29_990))
    #expect(daemon.workers?.openCount == 1)
    daemon.pass(.milliseconds(10))

    #expect(daemon.workers?.openCount == 0)
    #expect(daemon.workers?.startedCount == 1)
    #expect(daemon.isIdle)
  }

  @Test func `a monitor that was only read has its worker for half a minute`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    #expect(daemon.workers?.openCount == 1)

    daemon.pass(.seconds(30))

    #expect(daemon.workers?.openCount == 0)
    #expect(daemon.isIdle)
  }

  @Test func `a monitor that hangs delays neither the panel nor the other monitor`() throws {
    let daemon = try TestDaemon([Device.panel], monitors: two)
    daemon.ask(.monitor, LightID(.ddc, "DEL-a0b1-778"))
    _ = daemon.messages()

    daemon.beginHold(1, .exactly(percent(80)))
    daemon.takeTurn()
    daemon.step(0)
    daemon.step(2)
    daemon.time.pass(.seconds(5))
    daemon.takeTurn()

    #expect(daemon.level() == 80)
    #expect(daemon.workers?[2] == 80)
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.lights[.monitor]?.reason == "its bus does not answer")
    daemon.runUntilIdle()
    #expect(daemon.workers?[1] == 80)
  }

  @Test func `a first contact of four seconds is waited for`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let replies = try daemon.connect().begin(LightsInterface.Set(level: .percent(70)), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }
    daemon.time.pass(.milliseconds(4999))
    daemon.takeTurn()
    #expect(replies.take().count == 0)

    daemon.runUntilIdle()

    #expect(replies.takeSuccessful().map { $0.lights.map(\.raw) } == [[70]])
  }

  @Test func `a first contact that hangs is answered with that after five seconds`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    let replies = try daemon.connect().begin(LightsInterface.Get(), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }

    daemon.time.pass(.seconds(5))
    for _ in 0..<4 { daemon.takeTurn() }

    let error = LightsError.notWritable(light: "ddc/DEL-a0b1-777", reason: "its bus does not answer")
    #expect(throws: ControlError.lights(error)) { try replies.take().first?.get() }
    daemon.runUntilIdle()
    #expect(daemon.lights[.monitor]?.target.raw == 40)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `a worker that sends anything stalls nothing, and an honest one restores`(seed: UInt64) throws {
    let daemon = try TestDaemon([Device.panel], monitors: [TestMonitor()])
    daemon.ask()
    daemon.hold(1, .exactly(percent(80)))
    var random = SeededRandom(seed: seed)
    let count = seed % 4 == 0 ? Int.random(in: 1...40, using: &random) : 16
    daemon.workers?.lie((0..<count).map { $0 < 6 ? UInt8.random(in: 0...3, using: &random) : 0 })

    daemon.release(1)
    #expect(daemon.level() == 60)
    daemon.pass(.seconds(3))
    daemon.workers?.lie(nil)
    daemon.pass(.seconds(65))

    #expect(daemon.lights[.monitor]?.state == .free)
    #expect(daemon.restores == [])
  }

  @Test func `without a monitor nothing runs, whatever is held`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon([Device.panel], monitors: [monitor])
    daemon.kill()
    monitor.remove(from: daemon.tree)
    try daemon.start()

    daemon.hold(1, .exactly(percent(80)))
    daemon.handle(.resumed)
    daemon.pass(.seconds(60))
    #expect(daemon.isIdle)
    daemon.release(1)
    daemon.pass(.seconds(60))

    #expect(daemon.isIdle)
    #expect(daemon.workers?.startedCount == 0)
    #expect(daemon.messages() == [])
  }

  @Test func `a machine that ended at the first contact is not asked again by itself`() throws {
    let daemon = try TestDaemon.withMonitor(serving: Configuration())
    // The message is sent, and the machine is gone before the reply.
    try #require(ContactMarks(beside: daemon.running!.records)).markContact(with: "DEL-a0b1")

    try daemon.reboot()
    daemon.holdMonitor(at: 80)
    daemon.pass(.seconds(600))

    #expect(daemon.messages() == [])
    let reason = try daemon.connect().ask(LightsInterface.List()).lights.first?.reason
    #expect(reason?.contains("brightness doctor --allow") == true)
  }

  @Test func `the budget of a monitor outlives its cable`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.withKnownMonitor(monitor)
    for number in 1...12 { daemon.holdMonitor(number, at: Double(40 + number)) }
    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()
    try monitor.add(to: daemon.tree)
    try daemon.sendCardEvent()
    _ = daemon.messages()

    daemon.holdMonitor(13, at: 90)

    #expect(daemon.messages().contains("set 90") == false)
  }
}
