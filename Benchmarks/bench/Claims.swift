import Brightness
import Daemon
import EventLoop
import Glibc
import Hardware
import Synchronization

/// From a claim on the loop to the light that shows it, on a tree in memory: decided, read afresh, put on record, written. The floor
/// is the bare open, write and close of the same file.
@Sendable func claims(_ loop: EventLoop) async throws -> [Figure] {
  let desk = try ClaimDesk(loop)
  var written: [Double] = []
  var answered: [Double] = []
  for _ in 0..<20_000 {
    let times = await desk.holdAndRelease()
    written.append(times.written)
    answered.append(times.answered)
  }
  let floor = quantile(0.5, of: try (0..<20_000).map { round in try bareWrite(round % 100, to: desk.level) })
  return [
    Figure(name: "claim_to_write_us_p50", value: quantile(0.5, of: written), limit: .atMost(floor + 40), floor: floor),
    Figure(name: "claim_to_write_us_p99", value: quantile(0.99, of: written)),
    Figure(name: "claim_to_answer_us_p50", value: quantile(0.5, of: answered)),
    Figure(name: "write_floor_us_p50", value: floor),
  ]
}

/// A keeper of one panel.
private final class ClaimDesk: Sendable {
  private let tree: BenchTree
  private let keeper: LightKeeper
  private let stamped: StampedFiles

  init(_ loop: EventLoop) throws {
    tree = try BenchTree()
    stamped = StampedFiles(root: tree.root)
    keeper = LightKeeper(
      FakeTreeOrigin(root: tree.root),
      on: loop,
      records: try DebtFile.open("\(tree.root)/state"),
      hand: Hand(attributes: stamped, errands: { ErrandThread() })
    ) { _ in }
    try keeper.assumeIsolated { try $0.begin() }
  }

  var level: String { tree.level }

  /// How many microseconds it took until the file was written, and until that was answered.
  func holdAndRelease() async -> (written: Double, answered: Double) {
    let owner = ClaimOwner(session: SessionID(1), scene: SceneID(1))
    await settle()
    let start = LoopClock.Instant.now
    await withUnsafeContinuation { continuation in
      keeper.assumeIsolated { $0.claim(ClaimedScene(owner, [Claim(.exactly(.all))])) { _ in continuation.resume() } }
    }
    let end = LoopClock.Instant.now
    let written = stamped.latest ?? end
    release(owner)
    return (microseconds(start, written), microseconds(start, end))
  }

  private func release(_ owner: ClaimOwner) {
    keeper.assumeIsolated { $0.release(owner) }
  }

  private func settle() async {
    await withUnsafeContinuation { continuation in
      keeper.assumeIsolated { $0.settle { _ in continuation.resume() } }
    }
  }
}

/// Files, and when the latest of them was written.
private final class StampedFiles: Attributes {
  private let files: Sysfs
  private let stamp = Mutex<LoopClock.Instant?>(nil)

  init(root: String) {
    files = Sysfs(root: root)
  }

  var latest: LoopClock.Instant? { stamp.withLock { $0 } }

  func text(of file: AttributeFile) throws(LightError) -> String { try files.text(of: file) }

  func write(_ text: String, to file: AttributeFile) throws(LightError) {
    try files.write(text, to: file)
    stamp.withLock { $0 = .now }
  }

  func newestEvent() -> UInt64? { files.newestEvent() }
}

private func bareWrite(_ raw: Int, to path: String) throws -> Double {
  let start = LoopClock.Instant.now
  let file = try Descriptor(opening: path, O_WRONLY | O_TRUNC)
  let text = "\(raw)\n"
  try systemCall("write", path) { write(file.number, text, text.utf8.count) }
  _ = consume file
  return microseconds(start, .now)
}
