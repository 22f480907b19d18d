import EventLoop
import Hardware
import HardwareTesting
import Model
import Synchronization
import Testing

/// A writer with a thread of its own on a fake tree. Its time stands still, so that nothing is
/// late.
struct LiveWriter {
  let loop: EventLoop
  let writer: LightWriter
  private let reported: Reports

  private final class Reports: Sendable {
    let reports = Mutex<[WriterReport]>([])
  }

  init(_ id: LightID, _ tree: borrowing FakeTree, _ loop: EventLoop) throws {
    let reported = Reports()
    self.reported = reported
    self.loop = loop
    writer = LightWriter(
      try #require(try DiscoveredLight.read(id, under: tree.root)),
      on: loop,
      through: Sysfs(root: tree.root),
      jobs: JobThread(),
      records: InMemoryRestoreRecords(CallJournal()),
      deadlines: SteppedTime().deadlines
    ) { reports in
      reported.reports.withLock { $0.append(reports) }
      loop.stop()
    }
  }

  func begin(_ change: @Sendable (isolated LightWriter) -> Void) {
    writer.assumeIsolated { change($0) }
  }

  /// Runs the loop until the next report of any writer.
  func act(_ change: @Sendable (isolated LightWriter) -> Void) {
    begin(change)
    loop.run()
  }

  func reports() -> [WriterReport] {
    reported.reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }
}
