import Brightness
import BrightnessModel
import DDC
import DDCTesting
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

/// Which monitor a base level belongs to.
@Suite(.tags(.baseIsTheUsers, .restoreIsRetried)) struct UnpluggedMonitorTests {
  @Test func `a monitor that is unplugged stays on record, and is restored when it is back`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.holdingMonitor(monitor)
    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()
    daemon.release(1)
    #expect(daemon.restores.map(\.raw) == [40])
    #expect(daemon.messages() == [])

    try monitor.add(to: daemon.tree)
    try daemon.sendCardEvent()

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a monitor that is unplugged before an event tells is not said to be asleep`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.holdingMonitor(monitor)
    monitor.remove(from: daemon.tree)

    daemon.release(1)

    let reason = "no monitor that can be used is at its connector"
    #expect(daemon.lights[.monitor]?.reason == reason)
    #expect(daemon.restores.map(\.raw) == [40])
  }

  @Test func `with a serial number it is restored at another connector and bus`() throws {
    let monitor = TestMonitor()
    let elsewhere = TestMonitor("card1-HDMI-A-1", bus: 7, level: 80)
    let daemon = try TestDaemon.holdingMonitor(monitor)
    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()
    daemon.release(1)

    try elsewhere.add(to: daemon.tree)
    daemon.workers?.plug(elsewhere)
    try daemon.sendCardEvent()

    #expect(daemon.workers?[7] == 40)
    #expect(daemon.restores == [])
  }

  @Test(arguments: [ChangePolicy.yield, .rebase])
  func `a level that is set during a hold is not lost to the monitor's buttons before`(policy: ChangePolicy) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.holdMonitor(at: 80, policy)
    daemon.workers?[1] = 55

    _ = daemon.setMonitor(.raw(70))
    daemon.pass(.milliseconds(200))

    #expect(daemon.lights[.monitor]?.base.setting.raw == 70)
    #expect(daemon.workers?[1] == (policy == .yield ? 70 : 80))
    daemon.release(1)
    #expect(daemon.workers?[1] == 70)
    #expect(daemon.restores == [])
  }

  @Test(arguments: [1, 3])
  func `a rounded level of a hold that could not be read back is not a user's change`(times: Int) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.fault {
      $0.step = 7
      $0.refusedReadsOfChanges = Array(repeating: EIO, count: times)
    }

    daemon.holdMonitor(at: 80)
    daemon.pass(.seconds(10))
    #expect(daemon.sets() == ["set 80"])
    #expect(daemon.lights[.monitor]?.state == .held)
    #expect(daemon.lights[.monitor]?.reason == nil)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    daemon.release(1)

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  @Test(arguments: [false, true])
  func `buttons before a hold whose first exchange fails choose the base level`(isHeld: Bool) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.workers?[1] = 25
    daemon.fault { $0.refusedWrites = [EIO] }

    daemon.holdMonitor(at: 80)
    #expect(daemon.messages() == ["get"])
    if isHeld {
      daemon.pass(.seconds(1))
      #expect(daemon.workers?[1] == 80)
    }
    daemon.release(1)
    daemon.pass(.seconds(1))

    #expect(daemon.workers?[1] == 25)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 25)
    #expect(daemon.restores == [])
  }

  /// Reads the monitor as after lost events of devices.
  private func readAgain(_ daemon: TestDaemon) {
    daemon.subject.assumeIsolated { $0.lights.retry([.monitor]) }
    daemon.runUntilIdle()
  }

  @Test(arguments: [(false, 40), (true, 55)])
  func `a level that is read during a hold is the user's if a second reading says the same`(
    isSteady: Bool,
    base: Int
  ) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?[1] = 55

    readAgain(daemon)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    if !isSteady { daemon.workers?[1] = 80 }
    daemon.pass(.milliseconds(200))

    #expect(daemon.messages() == ["get", "get"])
    #expect(daemon.lights[.monitor]?.base.setting.raw == base)
    #expect(daemon.lights[.monitor]?.state == (isSteady ? .free : .held))
  }

  @Test func `0 that is read while a restore is pending does not cost the base level`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.alwaysReads = 0 }
    daemon.release(1)
    daemon.pass(.seconds(10))

    readAgain(daemon)
    daemon.pass(.seconds(1))

    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    #expect(daemon.restores.map(\.raw) == [40])
  }

  @Test func `another monitor in its place is not written`() throws {
    let monitor = TestMonitor()
    let other = TestMonitor(edid: EDIDBytes("GSM"), level: 80)
    let daemon = try TestDaemon.holdingMonitor(monitor)
    monitor.remove(from: daemon.tree)
    try other.add(to: daemon.tree)
    daemon.workers?.plug(other)
    try daemon.sendCardEvent()

    daemon.release(1)

    #expect(daemon.sets() == [])
    #expect(daemon.workers?[1] == 80)
    #expect(daemon.restores.map(\.light) == [.monitor])
  }

  @Test func `another monitor at the connector gets no message before the daemon knows of it`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.tree.setEDID(EDIDBytes("GSM").bytes, of: "card1-DP-1")

    daemon.release(1)

    #expect(daemon.messages() == [])
    #expect(daemon.restores.map(\.raw) == [40])
  }

  @Test func `of twins with one serial number none is guessed`() throws {
    let twin = TestMonitor("card1-DP-2", bus: 2, level: 80)
    let daemon = try TestDaemon.holdingMonitor()
    daemon.kill()
    try twin.add(to: daemon.tree)
    daemon.workers?.plug(twin)

    try daemon.start()

    #expect(daemon.messages() == [])
    #expect(daemon.restores.map(\.light) == [.monitor])
  }
}
