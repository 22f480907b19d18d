import Brightness
import BrightnessModel
import DDC
import DDCTesting
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

/// Monitors that sleep, forget and wake up.
@Suite(.tags(.restoreIsRetried)) struct SleepingMonitorTests {
  @Test func `a monitor that forgot its level in its sleep is held again`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    try daemon.sendCardEvent()
    daemon.workers?[1] = 100
    #expect(daemon.messages() == [])

    try daemon.change("dpms", "On")
    try daemon.sendCardEvent()

    #expect(daemon.workers?[1] == 80)
    #expect(daemon.lights[.monitor]?.state == .held)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test func `a sleep without an event is noticed while a claim holds the monitor`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    daemon.pass(.seconds(5))
    daemon.workers?[1] = 100
    #expect(daemon.messages() == [])

    try daemon.change("dpms", "On")
    daemon.pass(.seconds(5))

    #expect(daemon.messages() == ["get", "get", "set 80", "get"])
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test func `a monitor that nothing is done to is not watched for sleep`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.release(1)
    daemon.pass(.seconds(30))

    #expect(daemon.isIdle)
  }

  @Test func `without a claim a monitor that forgot its level is left`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    try daemon.change("dpms", "Off")
    try daemon.sendCardEvent()
    daemon.workers?[1] = 100

    try daemon.change("dpms", "On")
    try daemon.sendCardEvent()
    daemon.handle(.resumed)
    daemon.runUntilIdle()

    #expect(daemon.messages() == [])
  }

  /// As a desktop does it: the screen is dark when the machine resumes, and lit a little later.
  @Test(arguments: [Duration.zero, .seconds(5), .seconds(30)])
  func `a monitor that is lit only after the resume, and forgot its level, is held again`(dark: Duration) throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    daemon.handle(.resumed)
    daemon.runUntilIdle()
    daemon.pass(dark)
    #expect(daemon.messages() == [])
    daemon.workers?[1] = 55

    try daemon.change("dpms", "On")
    daemon.pass(.seconds(5))

    #expect(daemon.workers?[1] == 80)
    #expect(daemon.lights[.monitor]?.state == .held)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
  }

  @Test(arguments: [("dpms", "Off"), ("dpms", "Standby"), ("enabled", "disabled")])
  func `a monitor that sleeps gets no message, and is restored when it is awake`(
    _ file: String,
    _ text: String
  ) throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change(file, text)
    let started = daemon.workers?.startedCount

    daemon.release(1)
    daemon.pass(.seconds(60))
    #expect(daemon.messages() == [])
    #expect(daemon.lights[.monitor]?.reason == "it is asleep")
    #expect(daemon.workers?.startedCount == started)

    try daemon.change(file, file == "dpms" ? "On" : "enabled")
    daemon.pass(.seconds(5))
    #expect(daemon.messages() == ["get", "set 40", "get"])
    #expect(daemon.restores == [])
  }

  @Test func `a monitor that does not answer after its sleep is read until it answers, and then written`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.change("dpms", "Off")
    daemon.release(1)
    daemon.pass(.seconds(20))
    daemon.fault { $0.isDeaf = true }
    try daemon.change("dpms", "On")

    daemon.pass(.seconds(33))
    let tries = daemon.messages()
    #expect(tries.allSatisfy { $0 == "get" })
    #expect((8...12).contains(tries.count))
    daemon.fault { $0.isDeaf = false }
    daemon.pass(.seconds(60))

    #expect(daemon.messages() == ["get", "set 40", "get"])
    #expect(daemon.restores == [])
  }
}
