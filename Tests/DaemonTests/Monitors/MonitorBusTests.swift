import Brightness
import BrightnessEventLoop
import BrightnessModel
import DDC
import DDCTesting
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

/// Faults of the buses and connectors of monitors.
@Suite(.tags(.restoreIsRetried)) struct MonitorBusTests {
  @Test func `a monitor that a driver of the kernel has is unused, with the reason`() throws {
    let monitor = TestMonitor()
    let daemon = try TestDaemon.withMonitor(monitor)
    try daemon.tree.bind("ddcci", on: 1, at: "\(MonitorTree.place(of: monitor.connector))/i2c-1")
    try daemon.sendCardEvent()

    daemon.holdMonitor(at: 80)

    #expect(daemon.messages() == [])
    let reason = "the kernel's driver 'ddcci' has the monitor on bus i2c-1"
    #expect(daemon.unused == ["ddc/card1-DP-1 is not used: \(reason)"])
  }

  @Test func `a bus that another program keeps locked is waited for, and reported`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?.bus { $0.lockedPolls = 70 }

    daemon.release(1)
    #expect(daemon.lights[.monitor]?.reason == "another program keeps its bus locked")
    daemon.pass(.seconds(2))

    #expect(daemon.sets() == ["set 40"])
  }

  @Test(arguments: [EACCES, EPERM, ENOENT])
  func `a bus that cannot be opened yet is waited for and reported`(code: CInt) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.pass(.seconds(60))
    daemon.workers?.bus { $0.openCode = code }
    daemon.release(1)
    daemon.pass(.seconds(3))
    let reason = "its bus cannot be opened: \(ErrorCode(rawValue: code))"
    #expect(daemon.lights[.monitor]?.reason == reason)

    daemon.workers?.bus { $0.openCode = 0 }
    daemon.pass(.seconds(1))

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  @Test(arguments: [EACCES, ENOENT, ECONNREFUSED])
  func `a socket that cannot be used yet is waited for and reported`(code: CInt) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.pass(.seconds(60))
    daemon.workers?.endAll()
    daemon.workers?.refuse(.refused(SystemError("connect to", "socket", ErrorCode(rawValue: code))))
    daemon.release(1)
    daemon.pass(.seconds(3))
    let reason = "cannot connect to 'socket': \(ErrorCode(rawValue: code))"
    #expect(daemon.lights[.monitor]?.reason == reason)

    daemon.workers?.refuse(nil)
    daemon.pass(.seconds(1))

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  @Test(arguments: [true, false])
  func `a second cable of a held monitor, or its twin, leaves it the base level and the hold`(isLit: Bool) throws {
    let daemon = try TestDaemon.holdingMonitor()

    try daemon.plugSecondCable(isLit: isLit)
    let shown = daemon.lights[.atDP]
    let level = daemon.workers?[1]
    daemon.release(1)

    #expect(daemon.lights.ids.contains(.monitor) == false)
    #expect(shown?.state == .held)
    #expect(level == 80)
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a held monitor keeps its base level when its twin is unplugged`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    try daemon.plugSecondCable(isLit: false)

    try daemon.tree.set("status", "disconnected", of: "card1-HDMI-A-1")
    try daemon.sendCardEvent()
    daemon.release(1)

    #expect(daemon.lights.ids == [.monitor])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }
}

extension LightID {
  fileprivate static let atDP = LightID(.ddc, "DEL-a0b1@DP-1")
}

extension TestDaemon {
  /// Plugs another monitor with the same serial number in, or a second cable of the same one, whose
  /// input has an EDID of its own.
  fileprivate func plugSecondCable(isLit: Bool) throws {
    let edid = EDIDBytes(serialNumber: 777, name: "U2720Q HDMI").bytes
    try tree.addConnector("card1-HDMI-A-1", edid, enabled: isLit ? "enabled" : "disabled", dpms: isLit ? "On" : "Off")
    try tree.addBus(9, "AUX", in: MonitorTree.place(of: "card1-HDMI-A-1"))
    try sendCardEvent()
  }
}
