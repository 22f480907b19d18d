import DDC
import EventLoop
import Glibc

/// A bus in memory that plays a device file call by call, and keeps a journal of the calls.
public final class FakeBus {
  /// Nil for a bus without a monitor.
  public var monitor: FakeMonitor?
  /// Whether the driver refuses `I2C_RDWR`, as NVIDIA's does.
  public var refusesTransfers = false
  /// The error code of `I2C_SLAVE`, or 0.
  public var selectCode: CInt = 0
  /// How often another program has the lock.
  public var lockedPolls = 0
  /// The error code of opening it, or 0.
  public var openCode: CInt = 0
  public private(set) var journal: [String] = []
  public private(set) var openCount = 0
  public private(set) var isOpen = false
  public var now = Duration.zero
  private var selected: UInt8 = 0

  public init(_ monitor: FakeMonitor? = FakeMonitor()) {
    self.monitor = monitor
  }

  /// Takes the journal so far.
  public func takeJournal() -> [String] {
    defer { journal = [] }
    return journal
  }

  /// Opens and locks the bus in the time of the test.
  public func open() throws(BusError) -> I2CBus<FakeBusFile> {
    try I2CBus(try device()) { duration in
      self.journal.append("sleep \(duration.milliseconds)")
      self.now += duration
    }
  }

  private func device() throws(BusError) -> FakeBusFile {
    if openCode != 0 { throw .refused(SystemError("open", "bus", ErrorCode(rawValue: openCode))) }
    return FakeBusFile(self)
  }

  fileprivate func opened() {
    (isOpen, openCount, selected) = (true, openCount + 1, 0)
  }

  fileprivate func closed() {
    isOpen = false
  }

  /// Answers a call.
  public func answer(_ call: SimulatedCall) -> Result<[UInt8], FakeRefusal> {
    journal.append("\(call.words)")
    switch call {
    case .lock:
      guard lockedPolls > 0 else { return .success([]) }
      lockedPolls -= 1
      return .failure(FakeRefusal(code: EWOULDBLOCK))
    case .transferTo, .transferFrom: return refusesTransfers ? .failure(FakeRefusal(code: EINVAL)) : message(call)
    case .select(let address):
      selected = address
      return selectCode == 0 ? .success([]) : .failure(FakeRefusal(code: selectCode))
    case .write(let bytes): return message(.transferTo(selected, bytes))
    case .read(let count): return message(.transferFrom(selected, count))
    }
  }

  private func message(_ call: SimulatedCall) -> Result<[UInt8], FakeRefusal> {
    switch call {
    case .transferTo(let address, let bytes):
      let code = monitor?.receive(bytes, at: address, now: now) ?? ENXIO
      return code == 0 ? .success([]) : .failure(FakeRefusal(code: code))
    case .transferFrom(let address, let count):
      return monitor?.send(count, at: address, now: now) ?? .failure(FakeRefusal(code: ENXIO))
    case .lock, .select, .write, .read: preconditionFailure("\(call) is no message")
    }
  }
}

/// The device file of a bus in memory.
public struct FakeBusFile: SimulatedDevice, ~Copyable {
  private let bus: FakeBus

  init(_ bus: FakeBus) {
    self.bus = bus
    bus.opened()
  }

  deinit {
    bus.closed()
  }

  public func call(_ call: SimulatedCall) throws(SystemError) -> [UInt8] {
    switch bus.answer(call) {
    case .success(let bytes): return bytes
    case .failure(let refusal): throw SystemError("use", "bus", ErrorCode(rawValue: refusal.code))
    }
  }
}

extension SimulatedCall {
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
