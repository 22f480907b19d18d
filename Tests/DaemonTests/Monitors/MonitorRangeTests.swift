import Brightness
import BrightnessModel
import DDC
import DDCTesting
import Guarantees
import Hardware
import RandomHistories
import Testing

@testable import Daemon

/// Monitors that say another range each time.
@Suite(.timeLimit(.minutes(10)), .tags(.restoreIsRetried)) struct MonitorRangeTests {
  @Test func `a range that alternates is followed three times, then reported and tried later each time`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.fault { $0.says = [MonitorLevel(160, of: 200), MonitorLevel(80, of: 100)] }

    daemon.release(1)
    #expect(daemon.messages().filter { $0 == "get" }.count <= 5)
    #expect(daemon.lights[.monitor]?.state == .restoring)
    let reason = "it says another range each time"
    #expect(daemon.lights[.monitor]?.reason == reason)
    daemon.pass(.seconds(600))

    #expect(daemon.messages().count < 80)
    #expect(daemon.lights[.monitor]?.state == .restoring)
    #expect(daemon.restores.count == 1)
    daemon.fault { $0.says = [] }
    daemon.pass(.seconds(130))

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.lights[.monitor]?.state == .free)
    #expect(daemon.restores == [])
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a monitor that reports any ranges and levels is asked later each time, and an honest one is restored`(
    seed: UInt64
  ) throws {
    let daemon = try TestDaemon.holdingMonitor()
    var random = SeededRandom(seed: seed)
    let says = (0..<997).map { _ in
      let maximum = UInt16.random(in: 1...400, using: &random)
      // Also levels above the maximum.
      return MonitorLevel(UInt16.random(in: 0...(maximum + 20), using: &random), of: maximum)
    }
    daemon.fault { $0.says = says }

    daemon.release(1)
    daemon.pass(.seconds(600))
    #expect(daemon.messages().count < 120)
    daemon.fault { $0.says = [] }
    daemon.pass(.seconds(130))

    #expect(daemon.restores == [])
    #expect([.free, .held].contains(daemon.lights[.monitor]?.state))
  }
}
