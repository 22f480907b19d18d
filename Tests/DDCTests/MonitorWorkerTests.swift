import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Testing

@Suite final class MonitorWorkerTests {
  private let tree: FakeTree
  private let buses: [Int: FakeBus]
  private let edid = EDIDBytes(serialNumber: 777)
  private let dp = "card1-DP-1"
  private let nv = "card2-DP-2"
  private let fingerprint: UInt64

  /// A monitor at a card that says where its bus is, and the same model at one that does not.
  init() throws {
    tree = try FakeTree()
    let other = EDIDBytes(serialNumber: 778)
    try tree.addConnector("card1-DP-1", edid.bytes)
    try tree.addBus(1, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
    try tree.addConnector("card2-DP-2", other.bytes)
    for number in 2...4 {
      try tree.addBus(number, "NVIDIA i2c adapter \(number) at 2:00.0", in: MonitorTree.device(of: 2))
    }
    buses = [
      1: FakeBus(FakeMonitor(edid)), 2: FakeBus(nil), 3: FakeBus(FakeMonitor(other, level: 60)),
      4: FakeBus(FakeMonitor(EDIDBytes("GSM"))), 5: FakeBus(nil),
    ]
    for number in 2...4 { buses[number]?.refusesTransfers = true }
    fingerprint = try EDID(edid.bytes).fingerprint
  }

  private func worker(at connector: String?) -> MonitorWorker<FakeBusFile> {
    let (root, buses) = (tree.root, buses)
    let now = { buses[1]!.now + buses[3]!.now }
    var worker = MonitorWorker(root: root, now: now) { number throws(WorkerFault) in try buses[number]!.open() }
    if let connector { #expect(worker.reply(to: .connector(connector)) == .done) }
    return worker
  }

  private var openCount: Int { buses.values.reduce(0) { $0 + $1.openCount } }

  @Test func `a level is read and written, and the bus is open only meanwhile`() throws {
    var worker = worker(at: dp)

    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(40, of: 100)))
    #expect(worker.reply(to: .write(77, to: fingerprint)) == .done)
    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(77, of: 100)))
    #expect(buses[1]?.openCount == 3)
    #expect(buses[1]?.isOpen == false)
  }

  @Test func `the wait that a monitor needs is kept for the next exchange`() throws {
    var worker = worker(at: dp)
    buses[1]?.monitor?.faults.slowness = .milliseconds(80)

    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(40, of: 100)))
    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(40, of: 100)))
    #expect(buses[1]?.monitor?.messageCount == 6)
  }

  @Test func `no two messages are closer than 40 ms`() throws {
    var worker = worker(at: dp)
    let bus = try #require(buses[1])
    bus.monitor?.faults.locksUpBelow = .milliseconds(40)

    for level in [10, 20] as [UInt16] {
      #expect(worker.reply(to: .write(level, to: fingerprint)) == .done)
      #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(level, of: 100)))
      #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(level, of: 100)))
    }
    #expect(bus.journal.filter { $0.hasPrefix("sleep") }.prefix(4) == ["sleep 50", "sleep 40", "sleep 40", "sleep 40"])
  }

  @Test func `time that has passed since a reply is not waited for again`() throws {
    var worker = worker(at: dp)
    let bus = try #require(buses[1])
    _ = worker.reply(to: .read(of: fingerprint))
    _ = bus.takeJournal()

    bus.now += .milliseconds(15)
    _ = worker.reply(to: .write(77, to: fingerprint))
    #expect(bus.takeJournal().filter { $0.hasPrefix("sleep") } == ["sleep 25", "sleep 50"])

    _ = worker.reply(to: .read(of: fingerprint))
    bus.now += .milliseconds(40)
    _ = worker.reply(to: .write(77, to: fingerprint))
    #expect(bus.takeJournal().filter { $0.hasPrefix("sleep") } == ["sleep 40", "sleep 50"])
  }

  @Test func `a monitor that took the place of another gets no message`() throws {
    var worker = worker(at: dp)
    try tree.setEDID(EDIDBytes(serialNumber: 9).bytes, of: dp)

    #expect(worker.reply(to: .write(77, to: fingerprint)) == .failed(WorkerFault(.isAnotherMonitor)))
    #expect(openCount == 0)
  }

  @Test(
    arguments: [
      ("dpms", "Off", .isAsleep), ("dpms", "Standby", .isAsleep), ("enabled", "disabled", .isAsleep),
      ("status", "disconnected", .hasNoMonitor),
    ] as [(String, String, WorkerFault.Kind)]
  )
  func `a monitor that sleeps or is unplugged gets no message`(
    _ file: String,
    _ text: String,
    _ fault: WorkerFault.Kind
  ) throws {
    var worker = worker(at: dp)
    try tree.set(file, text, of: dp)

    #expect(worker.reply(to: .read(of: fingerprint)) == .failed(WorkerFault(fault)))
    #expect(openCount == 0)
  }

  @Test func `a driver that takes the monitor meanwhile keeps it`() throws {
    var worker = worker(at: dp)
    try tree.bind("ddcci", on: 1, at: "\(MonitorTree.place(of: dp))/i2c-1")

    #expect(worker.reply(to: .read(of: fingerprint)) == .failed(WorkerFault(.hasNoMonitor)))
    #expect(openCount == 0)
  }

  @Test func `a bus that comes back under another number is found again`() throws {
    var worker = worker(at: dp)
    tree.remove(FakeDevice("\(MonitorTree.place(of: dp))/i2c-1", listing: "bus/i2c/devices"))
    #expect(worker.reply(to: .read(of: fingerprint)) == .failed(WorkerFault(.hasNoMonitor)))

    try tree.addBus(2, "AUX", in: MonitorTree.place(of: dp))
    buses[2]?.monitor = FakeMonitor(edid, level: 30)

    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(30, of: 100)))
    #expect(buses[1]?.openCount == 0)
  }

  @Test func `requests out of order are refused`() throws {
    var worker = worker(at: nil)

    #expect(worker.reply(to: .read(of: fingerprint)) == .failed(WorkerFault(.isOutOfOrder)))
    #expect(worker.reply(to: .connector("card9-DP-1")) == .failed(WorkerFault(.hasNoMonitor)))
    #expect(worker.reply(to: .connector(dp)) == .failed(WorkerFault(.isOutOfOrder)))
    #expect(openCount == 0)
  }

  @Test func `the bus of NVIDIA's driver is found once, by the EDID on it`() throws {
    var worker = worker(at: nv)
    let fingerprint = try EDID(EDIDBytes(serialNumber: 778).bytes).fingerprint

    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(60, of: 100)))
    #expect(worker.reply(to: .write(61, to: fingerprint)) == .done)
    #expect([1, 2, 3, 4].map { buses[$0]!.openCount } == [0, 1, 3, 1])
    #expect(buses[4]?.monitor?.messageCount == 0)
  }

  @Test func `a bus that cannot be found, or of which there are two, gets no message`() throws {
    var worker = worker(at: nv)
    let edid = EDIDBytes(serialNumber: 778)
    let fingerprint = try EDID(edid.bytes).fingerprint
    buses[4]?.monitor = FakeMonitor(edid)
    #expect(worker.reply(to: .write(61, to: fingerprint)) == .failed(WorkerFault(.hasNoBus)))

    for number in [3, 4] { buses[number]?.monitor = nil }
    #expect(worker.reply(to: .write(61, to: fingerprint)) == .failed(WorkerFault(.hasNoBus)))
    #expect(buses[3]?.monitor?.messageCount == nil)
  }

  @Test func `a bus that refuses messages gives way to the linked one if the monitor is there`() throws {
    let linked = try tree.addBus(5, "AMDGPU DM i2c hw bus 0", in: MonitorTree.device(of: 1))
    let up = String(repeating: "../", count: MonitorTree.place(of: dp).split(separator: "/").count)
    try tree.put(.link(up + linked), at: "\(MonitorTree.place(of: dp))/ddc")
    var worker = worker(at: dp)
    buses[1]?.monitor = nil
    let refused = worker.reply(to: .read(of: fingerprint))
    buses[5]?.monitor = FakeMonitor(edid, level: 30)

    #expect(refused == .failed(WorkerFault(.isRefused, code: UInt16(ENXIO))))
    #expect(worker.reply(to: .write(31, to: fingerprint)) == .done)
    #expect(worker.reply(to: .read(of: fingerprint)) == .level(MonitorLevel(31, of: 100)))
    #expect(buses[1]?.openCount == 2)
  }

  @Test func `a bus that is locked, missing or forbidden has another fault than one that refused a message`() throws {
    var worker = worker(at: dp)
    let bus = try #require(buses[1])
    bus.lockedPolls = 31
    #expect(worker.reply(to: .read(of: fingerprint)) == .failed(WorkerFault(.isLocked)))

    bus.openCode = EACCES
    #expect(worker.reply(to: .write(1, to: fingerprint)) == .failed(WorkerFault(.isNotOpened, code: UInt16(EACCES))))

    bus.openCode = 0
    bus.monitor?.faults.refusedWrites = [EREMOTEIO]
    #expect(
      worker.reply(to: .write(1, to: fingerprint)) == .failed(WorkerFault(.isRefused, code: UInt16(EREMOTEIO)))
    )
  }
}
