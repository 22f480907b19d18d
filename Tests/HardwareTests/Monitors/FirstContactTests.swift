import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import StateFiles
import Synchronization
import Testing

@testable import Hardware

/// The outcome of the first contact with a monitor, by the end of its exchange.
@Suite final class FirstContactTests {
  private let tree: FakeTree
  private let folder: TemporaryFolder
  private let lasting: StateFolder
  private let file = AttributeFile(path: "ddc/DEL-a0b1-777")

  init() throws {
    tree = try FakeTree()
    try TestMonitor().add(to: tree)
    folder = try TemporaryFolder()
    lasting = try StateFolder("\(folder.path)/lasting", waiting: false)
  }

  private func marks(boot: Int = 1) throws -> ContactMarks {
    let ofThisBoot = try StateFolder("\(folder.path)/boot-\(boot)", waiting: false)
    return ContactMarks(lasting: lasting, ofThisBoot: ofThisBoot, kernel: "6.1")
  }

  /// The mark on the disk.
  private var mark: String? {
    get throws { try StateRecords("first-contact", version: 1, in: lasting).line(of: "DEL-a0b1") }
  }

  /// Reads the monitor through a worker.
  private func read(_ connect: @escaping MonitorAccess.Connect) throws {
    let monitor = try #require(try MonitorList(MonitorFacts.read(below: tree.root)).monitors.first)
    let attributes = MonitorAttributes(monitor, through: MonitorAccess(marks: try marks(), connect: connect))
    _ = try attributes.reading(of: file)
  }

  /// Reads it through a worker that answers the connector's name, and the exchange with `reply`.
  private func read(_ reply: SimulatedReply) throws {
    try read { () throws(LinkError) in try reply.link() }
  }

  @Test func `a contact that reads a level counts as survived`() throws {
    try read(.bytes(WorkerReply.level(MonitorLevel(40, of: 100)).bytes))

    try expectMark("survived 6.1")
  }

  /// Each failure of an exchange, and whether it shows that the monitor got a message.
  fileprivate static let failures: [(SimulatedReply, Bool)] =
    WorkerFault.Kind.allCases.map { kind in
      let isReached = [WorkerFault.Kind.isSilent, .isMalformed, .hasNoBrightness].contains(kind)
      return (SimulatedReply.bytes(WorkerReply.failed(WorkerFault(kind)).bytes), isReached)
    } + [(.none, false), (.end, false), (.bytes(Array(repeating: 0xFF, count: 16)), false)]

  @Test(arguments: failures)
  fileprivate func `a failed contact counts as survived if the monitor got a message`(
    failure: SimulatedReply,
    isReached: Bool
  ) throws {
    #expect(throws: LightError.self) { try read(failure) }

    try expectMark(isReached ? "survived 6.1" : nil)
  }

  private func expectMark(_ expected: String?) throws {
    #expect(try mark == expected)
    #expect(throws: Never.self) { try self.marks(boot: 2).markContact(with: "DEL-a0b1") }
  }

  @Test(arguments: [ENOENT, EACCES, ECONNREFUSED])
  func `a worker that cannot be reached leaves no mark`(code: CInt) throws {
    #expect(throws: LightError.self) {
      try read { () throws(LinkError) in
        throw .refused(SystemError("connect to", "worker", ErrorCode(rawValue: code)))
      }
    }

    try expectMark(nil)
  }

  @Test func `the mark is on the disk before the exchange, and not before the worker is connected`() throws {
    let log = Box(Mutex<[String?]>([]))
    let lasting = lasting

    try read { () throws(LinkError) in
      let records = StateRecords("first-contact", version: 1, in: lasting)
      log.value.withLock { $0.append(try? records.line(of: "DEL-a0b1")) }
      return try SimulatedReply.bytes(WorkerReply.level(MonitorLevel(40, of: 100)).bytes).link {
        log.value.withLock { $0.append(try? records.line(of: "DEL-a0b1")) }
      }
    }

    #expect(log.value.withLock { $0 } == [nil, "begun 6.1"])
  }

  @Test func `no worker is started for a monitor that may not be contacted`() throws {
    try marks(boot: 0).markContact(with: "DEL-a0b1")
    let count = Box(Mutex(0))

    #expect(throws: LightError.ofMonitor(path: file.path, .notContacted)) {
      try read { () throws(LinkError) in
        count.value.withLock { $0 += 1 }
        throw .isClosed
      }
    }

    #expect(count.value.withLock { $0 } == 0)
    #expect(try mark == "begun 6.1")
  }
}

/// The behaviour of a simulated worker after its connector was named.
private enum SimulatedReply: Hashable, Sendable {
  case bytes([UInt8])
  case none
  case end

  func link(_ atExchange: @escaping @Sendable () -> Void = {}) throws(LinkError) -> MonitorLink {
    var ends: [CInt] = [-1, -1]
    _ = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    let near = Descriptor(owning: ends[0])
    let far = Box(Descriptor(owning: ends[1]))
    try converting(LinkError.refused) { () throws(SystemError) in try near.setNonBlocking() }
    JobThread().perform {
      var bytes = [UInt8](repeating: 0, count: WorkerRequest.length)
      _ = recv(far.value.number, &bytes, bytes.count, CInt(MSG_WAITALL))
      let named = WorkerReply.done.bytes
      _ = send(far.value.number, named, named.count, CInt(MSG_NOSIGNAL))
      _ = recv(far.value.number, &bytes, bytes.count, CInt(MSG_WAITALL))
      atExchange()
      switch self {
      case .bytes(let reply): _ = send(far.value.number, reply, reply.count, CInt(MSG_NOSIGNAL))
      // Its socket stays open until the other end is closed.
      case .none: _ = recv(far.value.number, &bytes, bytes.count, CInt(MSG_WAITALL))
      case .end: far.value.shutDown()
      }
    }
    return MonitorLink(near, timeout: self == .none ? .seconds(1) : MonitorLink.usualTimeout)
  }
}
