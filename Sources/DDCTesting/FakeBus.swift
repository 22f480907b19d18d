import BrightnessEventLoop
import DDC
import Glibc

/// A bus in memory that simulates a device file call by call, and records the calls.
public final class FakeBus {
  /// Nil for a bus without a monitor.
  public var monitor: FakeMonitor?
  /// Whether the driver refuses `I2C_RDWR`, as some builds of NVIDIA's do.
  public var refusesTransfers = false
  /// The error code of `I2C_SLAVE`, or 0.
  public var selectCode: CInt = 0
  /// For how many polls another program keeps the lock.
  public var lockedPolls = 0
  /// The error code of open(2), or 0.
  public var openCode: CInt = 0
  public private(set) var journal: [String] = []
  public fileprivate(set) var openCount = 0
  public fileprivate(set) var isOpen = false
  public var now = Duration.zero
  fileprivate var selected: UInt8 = 0

  public init(_ monitor: FakeMonitor? = FakeMonitor()) {
    self.monitor = monitor
  }

  /// Returns and clears the journal.
  public func takeJournal() -> [String] {
    defer { journal = [] }
    return journal
  }

  /// Opens and locks the bus on the clock of the test.
  public func open() throws(WorkerFault) -> I2CBus<FakeBusFile> {
    if openCode != 0 { throw WorkerFault(.isNotOpened, code: UInt16(openCode)) }
    return try I2CBus(FakeBusFile(self)) { duration in
      self.journal.append("sleep \(duration.milliseconds)")
      self.now += duration
    }
  }

  public func perform(_ call: I2CCall) throws(SystemError) -> [UInt8] {
    journal.append("\(call.words)")
    switch call {
    case .lock:
      guard lockedPolls > 0 else { return [] }
      lockedPolls -= 1
      throw .ofBus(EWOULDBLOCK)
    case .select(let address):
      selected = address
      if selectCode != 0 { throw .ofBus(selectCode) }
      return []
    case .transferTo, .transferFrom:
      if refusesTransfers { throw .ofBus(EINVAL) }
      return try message(call)
    case .write(let bytes): return try message(.transferTo(selected, bytes))
    case .read(let count): return try message(.transferFrom(selected, count))
    }
  }

  private func message(_ call: I2CCall) throws(SystemError) -> [UInt8] {
    // NVIDIA's driver returns the same error for every failure (`nv_i2c_algo_master_xfer` in
    // kernel-open/nvidia/nv-i2c.c of 595.45.04).
    guard var monitor else { throw .ofBus(refusesTransfers ? EIO : ENXIO) }
    defer { self.monitor = monitor }
    switch call {
    case .transferTo(let address, let bytes):
      try monitor.receive(bytes, at: address, now: now)
      return []
    case .transferFrom(let address, let count): return try monitor.send(count, at: address, now: now)
    case .lock, .select, .write, .read: preconditionFailure("\(call) is not a message")
    }
  }
}

/// The device file of a bus in memory.
public struct FakeBusFile: I2CDevice, ~Copyable {
  private let bus: FakeBus

  init(_ bus: FakeBus) {
    self.bus = bus
    bus.isOpen = true
    bus.openCount += 1
    bus.selected = 0
  }

  deinit { bus.isOpen = false }

  public func perform(_ call: I2CCall) throws(SystemError) -> [UInt8] { try bus.perform(call) }
}

extension I2CCall {
  /// The call as a line of the journal.
  var words: String {
    switch self {
    case .lock: "lock"
    case .transferTo(let address, let bytes): "\(address.hex) < \(bytes.map(\.hex).joined(separator: " "))"
    case .transferFrom(let address, let count): "\(address.hex) > \(count)"
    case .select(let address): "select \(address.hex)"
    case .write(let bytes): "write \(bytes.map(\.hex).joined(separator: " "))"
    case .read(let count): "read \(count)"
    }
  }
}

extension UInt8 {
  fileprivate var hex: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Duration {
  fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// The socket of a simulated bus: passes the worker's calls to a `FakeBus`.
public final class SimulatedBus {
  public let bus: FakeBus
  private let listener: Descriptor
  private let path: String
  private var connection: Descriptor?

  /// Listens below a folder that stands for `/sys`.
  public init(_ number: Int, _ bus: FakeBus = FakeBus(), under root: String) throws(SystemError) {
    path = SimulatedI2C.path(of: number, under: root)
    mkdir("\(root)/.dev", 0o755)
    let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
    guard let address = UnixAddress(path) else { throw SystemError("bind", path, ErrorCode(rawValue: ENAMETOOLONG)) }
    let path = path
    try systemCall("bind", path) { address.withKernelForm { bind(listener.number, $0, $1) } }
    try systemCall("listen on", path) { listen(listener.number, 4) }
    self.listener = listener
    self.bus = bus
  }

  /// Answers calls until `other` is readable, or until nothing has happened for half a minute.
  public func serve(until other: borrowing Descriptor) {
    while true {
      var polled = [listener.number, connection?.number ?? -1, other.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, 3, 30_000) > 0, polled[2].revents == 0 else { return }
      if polled[1].revents != 0 {
        answer()
      } else if let accepted = try? listener.accept() {
        connection = consume accepted
      }
    }
  }

  private func answer() {
    guard let number = connection?.number else { return }
    var packet = [UInt8](repeating: 0, count: I2CCall.longest)
    let count = recv(number, &packet, packet.count, 0)
    guard count > 0, let call = I2CCall(Array(packet[..<count])) else {
      connection = nil
      return
    }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    bus.now = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    let answer: [UInt8]
    do throws(SystemError) {
      answer = [0] + (try bus.perform(call))
    } catch {
      answer = [UInt8(error.code.rawValue)]
    }
    _ = send(number, answer, answer.count, CInt(MSG_NOSIGNAL))
  }
}
