import EventLoop
import Glibc
import Hardware
import Synchronization

/// From an order on the loop to the light that shows it, and to the news that it does, on a file in memory; the floor is the bare
/// open, write and close.
@Sendable func writes(_ loop: EventLoop) async throws -> [Figure] {
  let desk = try WriterDesk(loop)
  var written: [Double] = []
  var told: [Double] = []
  for round in 0..<20_000 {
    let times = await desk.order(raw: round % 100)
    written.append(times.written)
    told.append(times.told)
  }
  let floor = try (0..<20_000).map { round in try bareWrite(round % 100, to: desk.path) }
  return [
    Figure(name: "order_written_us", value: median(written), floor: median(floor)),
    Figure(name: "order_told_us", value: median(told)),
  ]
}

/// A writer with a thread of its own, on a file that it keeps.
private final class WriterDesk: Sendable {
  let path: String
  private let loop: EventLoop
  private let stamped: StampedFiles
  private let waiting: WaitingOrder
  private let writer: LightWriter

  init(_ loop: EventLoop) throws {
    let path = "/dev/shm/brightnessd-bench-\(getpid())"
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try systemCall("write", path) { write(file.number, "50\n", 3) }
    let (waiting, stamped) = (WaitingOrder(), StampedFiles())
    var files = LightFiles(in: "/")
    files.brightness = AttributeFile(path: path)
    let place = LightPlace(device: "/devices/bench")
    let light = LightFacts(
      id: LightID(.backlight, "bench"),
      kind: .panel,
      maximum: 100,
      type: .raw,
      place: place,
      files: files
    )
    writer = LightWriter(light, on: loop, through: stamped, errands: ErrandThread(), records: NoRecords()) { _ in
      waiting.end()
    }
    (self.path, self.loop, self.stamped, self.waiting) = (path, loop, stamped, waiting)
  }

  deinit {
    unlink(path)
  }

  /// How many microseconds it took until the file was written, and until that was told.
  func order(raw: Int) async -> (written: Double, told: Double) {
    let start = LoopClock.Instant.now
    await withUnsafeContinuation { continuation in
      waiting.begin(continuation)
      writer.assumeIsolated { $0.obey(.level(raw)) }
    }
    let end = LoopClock.Instant.now
    return (microseconds(start, stamped.latest ?? end), microseconds(start, end))
  }
}

/// Files, and when the latest of them was written.
private final class StampedFiles: Attributes {
  private let files = Sysfs(root: "/sys")
  private let stamp = Mutex<LoopClock.Instant?>(nil)

  var latest: LoopClock.Instant? { stamp.withLock { $0 } }

  func text(of file: AttributeFile) throws(LightError) -> String { try files.text(of: file) }

  func write(_ text: String, to file: AttributeFile) throws(LightError) {
    try files.write(text, to: file)
    stamp.withLock { $0 = .now }
  }

  func newestEvent() -> UInt64? { files.newestEvent() }
}

private final class WaitingOrder: Sendable {
  private let continuation = Mutex<UnsafeContinuation<Void, Never>?>(nil)

  func begin(_ new: UnsafeContinuation<Void, Never>) {
    continuation.withLock { $0 = new }
  }

  func end() {
    continuation.withLock { $0.take() }?.resume()
  }
}

private struct NoRecords: DebtRecords {
  func record(_: Debt) {}
  func clear(_: LightID) {}
}

private func bareWrite(_ raw: Int, to path: String) throws -> Double {
  let start = LoopClock.Instant.now
  let file = try Descriptor(opening: path, O_WRONLY | O_TRUNC)
  let text = "\(raw)\n"
  try systemCall("write", path) { write(file.number, text, text.utf8.count) }
  _ = consume file
  return microseconds(start, .now)
}

private func microseconds(_ start: LoopClock.Instant, _ end: LoopClock.Instant) -> Double {
  start.duration(to: end) / .microseconds(1)
}

private func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}
