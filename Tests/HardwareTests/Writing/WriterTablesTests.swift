@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

/// The tables in the header comment of `WriterState` are what this test makes of it: each event in
/// each state, and each end of a job on each kind of light.
@Suite struct WriterTablesTests {
  @Test func `the tables in the comment of WriterState say what it does`() throws {
    let root = #filePath.split(separator: "/Tests/HardwareTests/")[0]
    let path = "\(root)/Sources/Hardware/Writing/WriterState.swift"
    let source = String(decoding: try Descriptor.contents(of: path, upTo: 65_536), as: UTF8.self)

    let written = source.split(separator: "\n").filter { $0.hasPrefix("/// |") }
    let tables = Self.events + Self.ends

    #expect(written.joined(separator: "\n") == tables.joined(separator: "\n"))
  }

  @Test func `a monitor that is lit while a job ends whose result no longer counts is read after it`() {
    var writer = SteppedWriter(LightID(.ddc, "DEL-a0b1-777"))
    writer.state.markDark()
    writer.begin(.level(60))
    writer.state.update(writer.grown, at: writer.now)
    writer.state.cancelFirstReading()

    let outcome = writer.outcome { $0.state.markLit(at: $0.now) }

    #expect(outcome == "after the job: `attempted`, reads")
  }

  private static var events: [String] {
    let states: [(String, (inout SteppedWriter) -> Void)] = [
      ("at rest", { _ in }),
      (
        "a retry waits",
        {
          $0.begin(.level(60), failing: EIO)
          $0.endJob()
        }
      ),
      ("a job is under way", { $0.begin(.level(60)) }),
    ]
    let events: [(String, (inout SteppedWriter) -> Void)] = [
      ("a request", { $0.state.apply(.level(70), at: $0.now) }),
      ("an event of the device", { $0.state.read($0.kernel.move(to: 30, by: .hotkey), at: $0.now) }),
      ("an event of our own write", { $0.state.read($0.ownEvent, at: $0.now) }),
      ("a resume", { $0.state.resume(at: $0.now, after: .zero) }),
      ("another range", { $0.state.update($0.grown, at: $0.now) }),
      ("the time is up", { $0.state.handleDeadline(at: $0.state.deadline ?? $0.now) }),
    ]
    return table(["event"] + states.map(\.0), events) { event in
      states.map { state in
        var writer = SteppedWriter(.panel)
        state.1(&writer)
        return writer.outcome(of: event)
      }
    }
  }

  private static var ends: [String] {
    let kinds: [(String, LightID)] = [
      ("backlight", .panel), ("LED", .keyboard), ("monitor", LightID(.ddc, "DEL-a0b1-777")),
    ]
    let ends: [(String, (inout SteppedWriter) -> Void)] = [
      ("the first step of a fade", { $0.begin(.fade(to: 50, expected: 80)) }),
      ("the target", { $0.begin(.level(50)) }),
      ("a level that is not ours, first job", { $0.begin(.level(50, expected: 80), over: 30) }),
      (
        "the same, next job",
        {
          $0.begin(.fade(to: 50, expected: 80), over: $0.state.monitor == nil ? nil : 30)
          $0.endJob()
          $0.beginNext(over: 30)
        }
      ),
      ("the former level", { $0.beginIgnored(.level(50)) }),
      ("an error", { $0.begin(.level(50), failing: EIO) }),
      ("the light is gone", { $0.begin(.level(50), failing: ENODEV) }),
      ("no record", { $0.beginUnrecorded(.level(90, record: .of())) }),
    ]
    return table(["the job ends with"] + kinds.map(\.0), ends) { begin in
      let cells = kinds.map { kind in
        var writer = SteppedWriter(kind.1)
        begin(&writer)
        return writer.outcomeOfJob()
      }
      return zip([""] + cells, cells).map { $0 == $1 ? "the same" : $1 }
    }
  }

  private static func table(
    _ head: [String],
    _ rows: [(String, (inout SteppedWriter) -> Void)],
    _ cells: ((inout SteppedWriter) -> Void) -> [String]
  ) -> [String] {
    func line(_ cells: [String]) -> String { "/// | \(cells.joined(separator: " | ")) |" }
    let rule = "/// |\(String(repeating: "---|", count: head.count))"
    return [line(head), rule] + rows.map { line([$0.0] + cells($0.1)) }
  }
}

/// A writer whose light was read at 50 and moved to 80, and the words for what it does next.
private struct SteppedWriter {
  let kernel: FakeKernel
  let records: InMemoryRestoreRecords
  let now = LoopClock.Instant.now
  var state: WriterState
  private var job: WriteJob?

  init(_ id: LightID) {
    kernel = FakeKernel(id)
    kernel.countEvents()
    records = InMemoryRestoreRecords(kernel.journal)
    state = WriterState(kernel.light, recorded: nil, at: now)
    if id.subsystem == .ddc { state.monitor = MonitorProgress(wear: WearBudget()) }
    state.read(ChangeEvent(), at: now)
    takeJob()
    endJob()
    begin(.level(80, expected: 50))
    endJob()
  }

  var ownEvent: ChangeEvent { ChangeEvent([.sysfs], newestLevelEvent: kernel.newestEvent()) }

  var grown: DiscoveredLight {
    var grown = kernel.light
    grown.maximum = 200
    return grown
  }

  mutating func begin(_ request: TargetRequest, over raw: Int? = nil, failing code: CInt? = nil) {
    if let raw { _ = kernel.move(to: raw, by: .unknown) }
    if let code { kernel.fail(.write, .code(code)) }
    state.apply(request, at: now)
    takeJob()
  }

  /// Begins the job that is due next.
  mutating func beginNext(over raw: Int) {
    _ = kernel.move(to: raw, by: .unknown)
    if let deadline = state.deadline { state.handleDeadline(at: deadline) }
    takeJob()
  }

  mutating func beginIgnored(_ request: TargetRequest) {
    kernel.take { _, shown in shown }
    begin(request)
  }

  mutating func beginUnrecorded(_ request: TargetRequest) {
    records.refuse(ENOSPC)
    begin(request)
  }

  mutating func endJob() {
    if let report { state.finishJob(report, at: now) }
    job = nil
    takeJob()
  }

  /// What an event does, and then the end of a job that had written the light before it.
  mutating func outcome(of event: (inout SteppedWriter) -> Void) -> String {
    let report = report
    let words = words(event)
    guard let report else { return words.isEmpty ? "–" : words }
    let after = self.words { $0.state.finishJob(report, at: $0.now) }
    return (words.isEmpty ? "" : "\(words); ") + "after the job: \(after)"
  }

  /// What the end of the job does, and when the next one comes.
  mutating func outcomeOfJob() -> String {
    guard let report else { return "–" }
    let words = words { $0.state.finishJob(report, at: $0.now) }
    guard state.request != nil else { return words }
    let wait = state.deadline.map { "again after \(Int(now.duration(to: $0) / .milliseconds(1))) ms" }
    return (words.isEmpty ? "" : "\(words), ") + (wait ?? "waits for an event")
  }

  private mutating func words(_ event: (inout SteppedWriter) -> Void) -> String {
    let former = state.request
    event(&self)
    let outputs = takeJob()
    var words: [String] = []
    if let former, former.number != state.request?.number, !outputs.contains(.notify(former.report(showing: nil))) {
      words.append(state.request == nil ? "drops it" : "replaces it")
    }
    for output in outputs {
      switch output {
      case .start(let job): words.append(job.operation == .read ? "reads" : "writes")
      case .notify(let report): words.append("`\("\(report)".prefix { $0 != "(" })`")
      case .close: words.append("closes")
      }
    }
    return words.joined(separator: ", ")
  }

  /// What the job under way finds and does.
  private var report: JobReport? {
    job.map { [now] in
      WriteJobRun.report(of: $0, in: JobEnvironment(attributes: kernel, records: records, now: { now }))
    }
  }

  @discardableResult
  private mutating func takeJob() -> [WriterState.Output] {
    let outputs = state.takeOutputs()
    for case .start(let begun) in outputs { job = begun }
    return outputs
  }
}
