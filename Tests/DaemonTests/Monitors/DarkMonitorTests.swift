import Brightness
import BrightnessModel
import DDCTesting
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

/// What the user chooses by the buttons of a monitor that was dark before, and what such a monitor
/// makes up.
@Suite(.tags(.baseIsTheUsers, .nothingOverwrittenUnseen)) struct DarkMonitorTests {
  /// Without a way to tell that it is lit again but a message to it, or the next look.
  private func lightSilently(_ daemon: TestDaemon) throws { try daemon.change("dpms", "On") }

  /// A daemon whose monitor was seen dark, and is lit by now.
  private func holdingUnseenLight() throws -> TestDaemon {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    daemon.pass(.seconds(5))
    try lightSilently(daemon)
    return daemon
  }

  private func expectUsersLevel(_ daemon: TestDaemon) {
    daemon.release(1)
    daemon.release(2)
    daemon.pass(.seconds(1))
    #expect(daemon.sets() == [])
    #expect(daemon.workers?[1] == 55)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 55)
    #expect(daemon.restores == [])
  }

  @Test(arguments: [false, true])
  func `a monitor that was plugged in dark, then held, keeps the level of its buttons`(hasEvent: Bool) throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.withMonitor(monitor)
    monitor.remove(from: daemon.tree)
    try daemon.sendCardEvent()
    try monitor.add(to: daemon.tree)
    try daemon.change("dpms", "Off")
    try daemon.sendCardEvent()

    try lightSilently(daemon)
    daemon.holdMonitor(at: 80)
    #expect(daemon.sets() == ["set 80"])
    daemon.workers?[1] = 55
    if hasEvent { try daemon.sendCardEvent() } else { daemon.pass(.seconds(5)) }

    expectUsersLevel(daemon)
  }

  @Test(arguments: [false, true])
  func `a monitor that was written since it was seen dark keeps the level of its buttons`(hasEvent: Bool) throws {
    let daemon = try holdingUnseenLight()

    daemon.holdMonitor(2, at: 60)
    #expect(daemon.sets() == ["set 60"])
    daemon.workers?[1] = 55
    if hasEvent { try daemon.sendCardEvent() } else { daemon.pass(.seconds(5)) }

    expectUsersLevel(daemon)
  }

  @Test func `a monitor that was read after a resume keeps the level of its buttons`() throws {
    let daemon = try holdingUnseenLight()

    daemon.handle(.resumed)
    daemon.runUntilIdle()
    #expect(daemon.messages() == ["get"])
    daemon.workers?[1] = 55
    daemon.pass(.seconds(5))

    expectUsersLevel(daemon)
  }

  @Test(arguments: [false, true])
  func `a monitor whose write failed since it was seen dark keeps the level of its buttons`(hasEvent: Bool) throws {
    let daemon = try holdingUnseenLight()

    daemon.fault { $0.refusedChanges = [ENXIO] }
    daemon.holdMonitor(2, at: 60)
    #expect(daemon.messages() == ["get", "set 60"])
    daemon.workers?[1] = 55
    if hasEvent { try daemon.sendCardEvent() }
    daemon.pass(.seconds(5))

    expectUsersLevel(daemon)
  }

  @Test func `a monitor that forgets in a second dark phase is held again`() throws {
    let daemon = try holdingUnseenLight()
    daemon.holdMonitor(2, at: 60)
    try daemon.change("dpms", "Off")
    daemon.pass(.seconds(5))
    _ = daemon.messages()

    daemon.workers?[1] = 100
    try lightSilently(daemon)
    daemon.pass(.seconds(5))

    #expect(daemon.sets() == ["set 60"])
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test func `a reply from before the dark phase says nothing of what the monitor shows after it`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.pass(.seconds(4))
    daemon.handle(.resumed)
    daemon.takeTurn()
    // The job has ended, and the loop does not know of it yet.
    #expect(daemon.running?.writers.step() == true)
    try daemon.change("dpms", "Off")
    daemon.time.pass(.seconds(1))
    daemon.workers?[1] = 100
    daemon.runUntilIdle()

    try lightSilently(daemon)
    daemon.pass(.seconds(5))

    #expect(daemon.workers?[1] == 80)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test func `one bad reply after a sleep does not turn the held level into the user's`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    daemon.pass(.seconds(5))
    try lightSilently(daemon)
    daemon.time.pass(.seconds(5))
    daemon.takeTurn()
    daemon.workers?[1] = 97
    #expect(daemon.running?.writers.step() == true)
    daemon.workers?[1] = 80

    daemon.runUntilIdle()
    daemon.pass(.seconds(5))

    #expect(daemon.lights[.monitor]?.state == .held)
    daemon.release(1)
    #expect(daemon.workers?[1] == 40)
  }
}
