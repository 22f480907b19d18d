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

/// Faults of monitors, below the real worker.
@Suite(.tags(.restoreIsRetried)) struct MonitorFaultTests {
  @Test func `a hold and its release are two writes`() throws {
    let daemon = try TestDaemon.withKnownMonitor()

    daemon.holdMonitor(at: 80)
    #expect(daemon.messages() == ["get", "set 80", "get"])
    daemon.release(1)

    #expect(daemon.messages() == ["get", "set 40", "get"])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a hold of the level that is shown, and its release, write nothing`() throws {
    let daemon = try TestDaemon.withKnownMonitor()

    daemon.holdMonitor(at: 40)
    daemon.release(1)

    #expect(daemon.sets() == [])
    #expect(daemon.restores == [])
  }

  @Test func `a fade is one write`() throws {
    let daemon = try TestDaemon.withKnownMonitor()

    daemon.hold(1, .exactly(percent(80)), fade: .seconds(2))
    daemon.pass(.seconds(3))

    #expect(daemon.sets() == ["set 80"])
  }

  @Test(arguments: [1, 3, 5])
  func `a change that is not acknowledged is tried again`(times: Int) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.refusedChanges = Array(repeating: ENXIO, count: times) }

    daemon.release(1)
    #expect(daemon.lights[.monitor]?.state == .restoring)
    daemon.pass(.seconds(10))

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a reply that cannot be read is tried again, and nothing is written before`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.refusedReads = [EIO, EIO, EIO] }

    daemon.release(1)
    #expect(daemon.sets() == [])
    daemon.pass(.seconds(5))

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  private static func faults(_ change: (inout MonitorFaults) -> Void) -> MonitorFaults {
    var faults = MonitorFaults()
    change(&faults)
    return faults
  }

  @Test(arguments: [faults { $0.nullReplies = 9 }, faults { $0.garbledReplies = 7 }])
  func `many replies that are empty or garbled delay a restore, and no more`(faults: MonitorFaults) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0 = faults }

    daemon.release(1)
    daemon.pass(.seconds(5))

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  @Test(
    arguments: [faults { $0.slowness = .milliseconds(180) }]
      + ReplyShape.allCases.map { shape in faults { $0.shapes = [shape] } }
  )
  func `replies that are slow or of another shape do not keep a restore from its first try`(
    faults: MonitorFaults
  ) throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0 = faults }

    daemon.release(1)

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.restores == [])
  }

  @Test func `a monitor that ignores changes gets three, and is reported`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.ignoresChanges = true }

    daemon.release(1)
    daemon.pass(.milliseconds(4000))

    #expect(daemon.sets() == ["set 40", "set 40", "set 40"])
    #expect(daemon.lights[.monitor]?.state == .restoring)
    let reason = "written, not confirmed: it shows 80 and not 40"
    #expect(daemon.lights[.monitor]?.reason == reason)
    #expect(daemon.restores.map(\.raw) == [40])

    daemon.pass(.seconds(600))
    #expect(daemon.sets() == [])
    #expect(daemon.restores.map(\.raw) == [40])
  }

  @Test func `one that shows the level at last is done`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.ignoresChanges = true }
    daemon.release(1)
    daemon.pass(.seconds(10))
    _ = daemon.messages()

    daemon.workers?[1] = 40
    daemon.pass(.seconds(60))

    #expect(daemon.messages() == ["get"])
    #expect(daemon.lights[.monitor]?.state == .free)
    #expect(daemon.restores == [])
  }

  @Test func `rounding by the monitor is not a user's change`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.fault { $0.step = 7 }

    daemon.holdMonitor(at: 80)
    #expect(daemon.workers?[1] == 77)
    daemon.release(1)

    #expect(daemon.sets() == ["set 80", "set 40"])
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a worker that hangs is abandoned, and the next one restores`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?.endAll()
    daemon.workers?.answer(false)

    daemon.release(1)
    daemon.pass(.milliseconds(250))
    #expect(daemon.lights[.monitor]?.reason == "its worker does not answer")
    daemon.workers?.answer(true)
    daemon.pass(.milliseconds(500))

    #expect(daemon.workers?.startedCount == 3)
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `no worker, or one that ends, is tried again`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?.endAll()
    daemon.workers?.refuse(.isClosed)

    daemon.release(1)
    daemon.pass(.seconds(1))
    #expect(daemon.lights[.monitor]?.state == .restoring)
    daemon.workers?.refuse(nil)
    daemon.pass(.seconds(5))

    #expect(daemon.workers?[1] == 40)
  }

  @Test func `a change by the monitor's buttons during a hold is the user's`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?[1] = 55

    daemon.release(1)
    daemon.pass(.milliseconds(200))

    #expect(daemon.messages() == ["get", "get"])
    #expect(daemon.workers?[1] == 55)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 55)
    #expect(daemon.restores == [])
  }

  @Test func `a range that changes during a hold keeps the base as a share`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?.bus { bus in
      bus.monitor?.maximum = 200
      bus.monitor?.level = 160
    }

    daemon.release(1)

    #expect(daemon.workers?[1] == 80)
    #expect(daemon.lights[.monitor]?.range.maximum == 200)
  }

  @Test func `a maximum of 0 is reported, and not asked again`() throws {
    let daemon = try TestDaemon.withMonitor()
    daemon.workers?.bus { $0.monitor?.maximum = 0 }

    daemon.ask()
    daemon.pass(.seconds(600))

    #expect(daemon.messages() == ["get"])
    #expect(daemon.lights.ids == [])
  }

  @Test(arguments: [0, 40, 255] as [UInt16])
  func `a monitor that always says the same is written three times, and gets its base back`(said: UInt16) throws {
    let daemon = try TestDaemon.withMonitor(TestMonitor(level: said, maximum: 255))
    daemon.fault { $0.alwaysReads = said }

    daemon.hold(1, .exactly(percent(60)))
    daemon.pass(.seconds(10))
    #expect(daemon.sets() == ["set 153", "set 153", "set 153"])
    daemon.release(1)
    daemon.pass(.seconds(10))

    // A base level below the floor is raised to it, which this monitor does not confirm either.
    #expect(daemon.sets().count == 1)
    #expect(daemon.workers?[1] == max(said, 3))
  }

  @Test func `a level at the upper end, read twice at the end of a hold, is the user's and not written`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.alwaysReads = 100 }

    daemon.release(1)
    #expect(daemon.messages() == ["get"])
    daemon.pass(.seconds(600))

    #expect(daemon.messages() == ["get"])
    #expect(daemon.lights[.monitor]?.base.setting.raw == 100)
    #expect(daemon.lights[.monitor]?.state == .free)
    #expect(daemon.restores == [])
  }

  @Test func `a level that is read once at the end of a hold, and not a second time, is no user's choice`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.alwaysReads = 100 }
    daemon.release(1)

    daemon.fault { $0.alwaysReads = nil }
    daemon.pass(.milliseconds(200))

    #expect(daemon.messages() == ["get", "get", "set 40", "get"])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test(arguments: [0, 255])
  func `0 or a level above the maximum at the end of a hold is no user's choice, and confirms no write`(said: Int)
    throws
  {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.alwaysReads = UInt16(said) }

    daemon.release(1)
    daemon.pass(.seconds(600))

    #expect(daemon.sets() == ["set 40"])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores.map(\.raw) == [40])
    #expect(daemon.lights[.monitor]?.reason?.hasSuffix("written, not confirmed: it shows \(said) and not 40") == true)

    daemon.fault { $0.alwaysReads = nil }
    daemon.pass(.seconds(60))
    #expect(daemon.sets() == [])
    #expect(daemon.lights[.monitor]?.base.setting.raw == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a monitor at 0 at the end of a hold gets its base by one write`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?[1] = 0

    daemon.release(1)

    #expect(daemon.messages() == ["get", "set 40", "get"])
    #expect(daemon.restores == [])
  }

  @Test func `0 by the monitor's buttons outside a hold is the user's`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.workers?[1] = 0

    daemon.holdMonitor(at: 80)
    daemon.pass(.seconds(1))
    daemon.release(1)

    #expect(daemon.lights[.monitor]?.base.setting.raw == 0)
  }

  @Test(arguments: [Duration.milliseconds(150), .seconds(1)])
  func `a monitor that applies late is written once`(delay: Duration) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.fault { $0.ignoresChanges = true }

    daemon.holdMonitor(at: 80)
    daemon.pass(delay - .milliseconds(20))
    daemon.workers?[1] = 80
    daemon.pass(.seconds(10))

    #expect(daemon.sets() == ["set 80"])
    #expect(daemon.lights[.monitor]?.state == .held)
  }

  @Test(arguments: [Duration.milliseconds(150), .milliseconds(500)])
  func `a hold that ends before a monitor has applied its level is taken back all the same`(held: Duration) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.fault { $0.ignoresChanges = true }
    daemon.holdMonitor(at: 80)
    daemon.pass(held)
    daemon.workers?[1] = 80
    daemon.fault { $0.ignoresChanges = false }

    daemon.release(1)
    daemon.pass(.seconds(10))

    #expect(daemon.sets() == ["set 80", "set 40"])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `a monitor that reverts is not written again and again`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?[1] = 40
    daemon.pass(.seconds(600))
    #expect(daemon.messages() == [])

    daemon.release(1)

    #expect(daemon.messages() == ["get"])
    #expect(daemon.restores == [])
  }
}
