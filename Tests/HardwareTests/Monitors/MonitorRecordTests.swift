import BrightnessEventLoop
import BrightnessModel
import DDC
import DDCTesting
import HardwareTesting
import Testing

@testable import Hardware

/// The restore record of a monitor, which has to survive a power cut: each change of it is written
/// to the disk, and waited for.
@Suite final class MonitorRecordTests {
  private let tree: FakeTree
  private let environment: JobEnvironment
  private let journal = CallJournal()
  private let light = LightID(.ddc, "DEL-a0b1-777")

  init() throws {
    tree = try FakeTree()
    let monitor = TestMonitor()
    try monitor.add(to: tree)
    let workers = SimulatedWorkers(tree.root, [monitor])
    let listed = try #require(try MonitorList(MonitorFacts.read(below: tree.root)).monitors.first)
    let access = MonitorAccess { () throws(LinkError) in try workers.connect() }
    environment = JobEnvironment(
      attributes: MonitorAttributes(listed, through: access),
      records: InMemoryRestoreRecords(journal),
      now: { .now }
    )
  }

  @Test func `a hold and its end are one record`() {
    let held = report(of: 80, accepted: 40)
    #expect(held.recorded?.left == [80, 40])
    #expect(journal.take() == ["record 40"])

    let returned = report(of: 40, accepted: 80, recorded: held.recorded, isReturn: true)

    #expect(returned.shown == 40)
    #expect(journal.take() == ["clear DEL-a0b1-777"])
  }

  @Test func `a return from a level that the record does not name is recorded before it is written`() {
    let recorded = report(of: 80, accepted: 40).recorded
    _ = report(of: 70, accepted: 80, isReturn: false)
    _ = journal.take()

    _ = report(of: 40, accepted: 70, recorded: recorded, isReturn: true)

    #expect(journal.take() == ["record 40", "clear DEL-a0b1-777"])
  }

  private func report(
    of raw: Int,
    accepted: Int,
    recorded: PendingRestore? = nil,
    isReturn: Bool = false
  ) -> JobReport {
    WriteJobRun.report(
      of: WriteJob(
        operation: .write(raw),
        files: LightFiles(brightness: AttributeFile(path: "\(light)")),
        accepted: [accepted],
        restore: PendingRestore(light: light, anchor: "here", kind: .monitor, raw: 40, maximum: 100, share: "0.4"),
        isReturn: isReturn,
        recorded: recorded,
        monitor: MonitorRules(maximum: 100)
      ),
      in: environment
    )
  }
}
