import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import Testing

@Suite struct ExchangeTests {
  private let bus = FakeBus()

  private func run(_ request: BrightnessRequest, _ timing: Timing = .standard) throws -> (WorkerReply, Timing) {
    var open = try bus.open()
    var exchange = Exchange(request, timing: timing)
    return (exchange.perform(on: &open), exchange.timing)
  }

  private func outcome(of request: BrightnessRequest) throws -> WorkerReply { try run(request).0 }

  private static let asked = ["37 < 51 82 01 10 ac", "sleep 40", "37 > 12"]

  @Test func `a level is read 40 ms after its request`() throws {
    #expect(try outcome(of: .get) == .level(MonitorLevel(40, of: 100)))
    #expect(bus.journal == ["lock"] + Self.asked)
  }

  @Test func `a change keeps the bus for 50 ms`() throws {
    #expect(try outcome(of: .set(77)) == .done)
    #expect(bus.journal == ["lock", "37 < 51 84 03 10 00 4d e5", "sleep 50"])
    #expect(bus.monitor?.level == 77)
    #expect(!bus.isOpen)
  }

  @Test(arguments: [BrightnessRequest.get, .set(77)])
  func `a message that the bus refuses ends the exchange, and is not repeated`(_ request: BrightnessRequest) throws {
    bus.monitor?.faults.refusedWrites = [ENXIO]

    #expect(try outcome(of: request) == .failed(WorkerFault(.isRefused, code: UInt16(ENXIO))))
    #expect(bus.monitor?.messageCount == 1)
    #expect(bus.journal.last == "sleep 50")
    #expect(bus.monitor?.level == 40)
  }

  @Test func `a reply that the bus refuses ends the exchange`() throws {
    bus.monitor?.faults.refusedReads = [EIO]

    #expect(try outcome(of: .get) == .failed(WorkerFault(.isRefused, code: UInt16(EIO))))
    #expect(bus.monitor?.messageCount == 2)
  }

  @Test func `each null reply adds 50 ms before the next, and the wait that was enough is kept`() throws {
    bus.monitor?.faults.slowness = .milliseconds(120)

    let (outcome, timing) = try run(.get)

    #expect(outcome == .level(MonitorLevel(40, of: 100)))
    #expect(
      bus.takeJournal().filter { $0.hasPrefix("sleep") }
        == ["sleep 40", "sleep 50", "sleep 90", "sleep 50", "sleep 140"]
    )
    #expect(try run(.get, timing).0 == .level(MonitorLevel(40, of: 100)))
    #expect(bus.journal.filter { $0.hasPrefix("sleep") } == ["sleep 140"])
  }

  @Test(
    arguments: [(4, 0, nil), (5, 0, .isSilent), (0, 3, nil), (0, 4, .isMalformed)] as [(Int, Int, WorkerFault.Kind?)]
  )
  func `four null replies or three wrong checksums are accepted, and no more`(
    _ nulls: Int,
    _ garbled: Int,
    _ fault: WorkerFault.Kind?
  ) throws {
    bus.monitor?.faults.nullReplies = nulls
    bus.monitor?.faults.garbledReplies = garbled

    let outcome = try outcome(of: .get)

    #expect(outcome == fault.map { .failed(WorkerFault($0)) } ?? .level(MonitorLevel(40, of: 100)))
    #expect(bus.monitor?.messageCount == (nulls > 0 ? 10 : 8))
  }

  @Test(arguments: ReplyShape.allCases)
  func `a reply of another shape is read, or asked for again`(_ shape: ReplyShape) throws {
    bus.monitor?.faults.shapes = [shape]

    #expect(try outcome(of: .get) == .level(MonitorLevel(40, of: 100)))
    let isReadable = [.doubledFirstByte, .missingLengthFlag].contains(shape)
    #expect(bus.monitor?.messageCount == (isReadable ? 2 : 4))
  }

  @Test(arguments: [(40, 50), (40, 7000), (40, 0xFFFF), (255, 100)] as [(UInt16, UInt16)])
  func `any maximum but 0 is a range, and a level above it is passed on`(_ level: UInt16, _ maximum: UInt16) throws {
    bus.monitor = FakeMonitor(level: level, maximum: maximum)

    #expect(try outcome(of: .get) == .level(MonitorLevel(level, of: maximum)))
  }

  @Test func `a maximum of 0, or a monitor that has no brightness, is refused at once`() throws {
    bus.monitor?.maximum = 0
    #expect(try outcome(of: .get) == .failed(WorkerFault(.hasNoBrightness)))

    bus.monitor?.maximum = 100
    bus.monitor?.faults.isUnsupported = true
    #expect(try outcome(of: .get) == .failed(WorkerFault(.hasNoBrightness)))
    #expect(bus.monitor?.messageCount == 4)
  }

  @Test func `a monitor that locks up when it is hurried, or at other messages, never does`() throws {
    bus.monitor?.faults.locksUpBelow = .milliseconds(40)
    bus.monitor?.faults.locksUpAtUnknownMessages = true
    bus.monitor?.faults.nullReplies = 2
    bus.monitor?.faults.garbledReplies = 2

    #expect(try outcome(of: .set(50)) == .done)
    #expect(try outcome(of: .get) == .level(MonitorLevel(50, of: 100)))
    #expect(bus.monitor?.isLockedUp == false)
  }
}
