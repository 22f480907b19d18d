import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Testing

@testable import Hardware

/// The daemon's end of workers, through the real ones.
@Suite final class MonitorAttributesTests {
  private let tree: FakeTree
  private let workers: SimulatedWorkers
  private let attributes: MonitorAttributes
  private let file = AttributeFile(path: "ddc/DEL-a0b1-777")

  init() throws {
    tree = try FakeTree()
    let monitor = TestMonitor()
    try monitor.add(to: tree)
    let workers = SimulatedWorkers(tree.root, [monitor])
    self.workers = workers
    let listed = try #require(try MonitorList(MonitorFacts.read(below: tree.root)).monitors.first)
    let access = MonitorAccess { () throws(LinkError) in try workers.connect() }
    attributes = MonitorAttributes(listed, through: access)
  }

  @Test func `a level comes with its range, and one worker serves all exchanges`() throws {
    #expect(workers.startedCount == 0)

    #expect(try attributes.reading(of: file) == RawReading(40, of: 100))
    try attributes.write("80", to: file)
    #expect(try attributes.text(of: file) == "80")

    #expect(workers.startedCount == 1)
    #expect(workers.takeMessages() == ["get", "set 80", "get"])
  }

  @Test func `after it was closed there is another worker`() throws {
    _ = try attributes.reading(of: file)
    attributes.close()
    _ = try attributes.reading(of: file)

    #expect(workers.startedCount == 2)
  }

  @Test func `a fault that a worker reports does not cost its connection`() throws {
    workers.fault { $0.refusedReads = [EIO] }
    let fault = LinkError.failed(WorkerFault(.isRefused, code: UInt16(EIO)))

    #expect(throws: LightError.ofMonitor(path: file.path, .unreachable(fault))) { try attributes.reading(of: file) }
    _ = try attributes.reading(of: file)

    #expect(workers.startedCount == 1)
  }

  @Test func `a worker that ended is replaced at the next exchange`() throws {
    _ = try attributes.reading(of: file)
    workers.endAll()

    #expect(throws: LightError.self) { try attributes.reading(of: file) }
    #expect(try attributes.reading(of: file).raw == 40)
    #expect(workers.startedCount == 2)
  }

  @Test(
    arguments: [
      (["dpms": "Off"], WorkerFault.Kind.isAsleep),
      (["status": "disconnected", "enabled": "disabled"], .hasNoMonitor),
    ]
  )
  func `a monitor that sleeps or is unplugged needs no worker`(files: [String: String], fault: WorkerFault.Kind) throws
  {
    for (name, text) in files { try tree.set(name, text, of: "card1-DP-1") }

    #expect(throws: LightError.ofMonitor(path: file.path, .unreachable(.failed(WorkerFault(fault))))) {
      try attributes.reading(of: file)
    }
    #expect(workers.startedCount == 0)
  }
}
