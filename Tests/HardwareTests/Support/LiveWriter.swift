import EventLoop
import Hardware
import HardwareTesting
import Synchronization
import Testing

/// A writer with a thread of its own on a fake tree. Its time stands still, so that nothing is late.
struct LiveWriter {
  let loop: EventLoop
  let writer: LightWriter
  private let told: Told

  private final class Told: Sendable {
    let news = Mutex<[WriterNews]>([])
  }

  init(_ id: LightID, _ tree: borrowing FakeTree, _ loop: EventLoop) throws {
    let told = Told()
    self.told = told
    self.loop = loop
    writer = LightWriter(
      try #require(try LightFacts.read(id, under: tree.root)),
      on: loop,
      through: Sysfs(root: tree.root),
      errands: ErrandThread(),
      records: RememberedDebts(CallJournal()),
      deadlines: SteppedTime().deadlines
    ) { news in
      told.news.withLock { $0.append(news) }
      loop.stop()
    }
  }

  func begin(_ change: @Sendable (isolated LightWriter) -> Void) {
    writer.assumeIsolated { change($0) }
  }

  /// Runs the loop until the next news of any writer.
  func act(_ change: @Sendable (isolated LightWriter) -> Void) {
    begin(change)
    loop.run()
  }

  func news() -> [WriterNews] {
    told.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
