import BrightnessEventLoop
import DDC
import Glibc
import HardwareTesting
import Synchronization

/// A monitor of a simulated machine.
public struct TestMonitor: Sendable {
  public var connector: String
  public var bus: Int
  public var edid: EDIDBytes
  public var level: UInt16
  public var maximum: UInt16

  public init(
    _ connector: String = "card1-DP-1",
    bus: Int = 1,
    edid: EDIDBytes = EDIDBytes(),
    level: UInt16 = 40,
    maximum: UInt16 = 100
  ) {
    self.connector = connector
    self.bus = bus
    self.edid = edid
    self.level = level
    self.maximum = maximum
  }

  /// Adds its connector and its bus to a tree.
  public func add(to tree: borrowing some FakeFiles & ~Copyable) throws(SystemError) {
    try tree.addConnector(connector, edid.bytes)
    try tree.addBus(bus, "AUX", in: MonitorTree.place(of: connector))
  }

  /// Removes its connector with its bus.
  public func remove(from tree: borrowing some FakeFiles & ~Copyable) {
    let place = MonitorTree.place(of: connector)
    tree.remove(FakeDevice("\(place)/i2c-\(bus)", listing: "bus/i2c/devices"))
    tree.remove(FakeDevice(place, listing: "class/drm"))
  }
}

/// The workers of a simulated machine. They are the real ones, each on its own thread behind a real
/// socket, but their buses and clock are simulated.
public final class SimulatedWorkers: Sendable {
  private struct State: ~Copyable {
    var buses: [Int: FakeBus] = [:]
    var workers: [Int: MonitorWorker<FakeBusFile>] = [:]
    var count = 0
    var refusal: LinkError?
    var answers = true
    var lie: [UInt8]?
    var sockets: [Int: Box<Descriptor>] = [:]
  }

  private let root: String
  private let state: Mutex<State>

  public init(_ root: String, _ monitors: [TestMonitor]) {
    self.root = root
    state = Mutex(State())
    for monitor in monitors { plug(monitor) }
  }

  /// Puts a monitor on its bus.
  public func plug(_ monitor: TestMonitor) {
    state.withLock {
      $0.buses[monitor.bus] = FakeBus(FakeMonitor(monitor.edid, level: monitor.level, maximum: monitor.maximum))
    }
  }

  /// Calls `body` with a bus, to read or change it.
  public func bus<Value: Sendable>(_ number: Int = 1, _ body: @Sendable (FakeBus) -> Value) -> Value {
    state.withLock { body($0.buses[number]!) }
  }

  /// Changes the faults of a monitor.
  public func fault(_ number: Int = 1, _ body: @Sendable (inout MonitorFaults) -> Void) {
    state.withLock { state in
      guard var monitor = state.buses[number]?.monitor else { return }
      body(&monitor.faults)
      state.buses[number]?.monitor = monitor
    }
  }

  /// The level that a monitor shows. Setting it is like using the monitor's buttons.
  public subscript(number: Int) -> UInt16 {
    get { bus(number) { $0.monitor?.level ?? 0 } }
    set { bus(number) { $0.monitor?.level = newValue } }
  }

  /// The messages about brightness since the last call, such as "get" and "set 80", with the bus if
  /// there are several.
  public func takeMessages() -> [String] {
    state.withLock { state in
      let isOne = state.buses.count == 1
      return state.buses.sorted { $0.key < $1.key }.flatMap { number, bus in
        bus.takeJournal().compactMap(Self.words).map { isOne ? $0 : "\(number): \($0)" }
      }
    }
  }

  /// Sets whether workers answer or hang.
  public func answer(_ answers: Bool) { state.withLock { $0.answers = answers } }

  /// Makes workers reply with these bytes, whatever the request; nil for correct replies.
  public func lie(_ bytes: [UInt8]?) { state.withLock { $0.lie = bytes } }

  /// Ends all workers.
  public func endAll() {
    state.withLock { state in
      for socket in state.sockets.values { socket.value.shutDown() }
      state.sockets = [:]
    }
  }

  /// Makes connections to workers fail with this error; nil to let them succeed.
  public func refuse(_ error: LinkError?) { state.withLock { $0.refusal = error } }

  /// How many workers have an open connection.
  public var openCount: Int {
    state.withLock { state in
      state.sockets.values.count { socket in
        var request = pollfd(fd: socket.value.number, events: 0, revents: 0)
        return poll(&request, 1, 0) == 0
      }
    }
  }

  /// How many workers were started.
  public var startedCount: Int { state.withLock { $0.count } }

  /// The timeout is short if a worker will not answer.
  public func connect() throws(LinkError) -> MonitorLink {
    let timeout = state.withLock { $0.answers && $0.lie == nil } ? MonitorLink.usualTimeout : .milliseconds(1)
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    return try MonitorLink(timeout: timeout) { socket throws(SystemError) in
      let socket = Box(socket)
      let number = addWorker()
      state.withLock { $0.sockets[number] = socket }
      JobThread().perform { self.serve(socket.value, number) }
    }
  }

  private func addWorker() -> Int {
    let root = root
    return state.withLock { state in
      state.count += 1
      let buses = state.buses
      let now = { buses.values.reduce(Duration.zero) { $0 + $1.now } }
      state.workers[state.count] = MonitorWorker(root: root, now: now) { number throws(WorkerFault) in
        guard let bus = buses[number] else { throw WorkerFault(.isNotOpened, code: UInt16(ENOENT)) }
        return try bus.open()
      }
      return state.count
    }
  }

  private func serve(_ socket: borrowing Descriptor, _ number: Int) {
    var bytes = [UInt8](repeating: 0, count: WorkerRequest.length)
    while recv(socket.number, &bytes, bytes.count, CInt(MSG_WAITALL)) == bytes.count {
      guard let request = WorkerRequest(bytes), let reply = reply(to: request, number) else { continue }
      _ = send(socket.number, reply, reply.count, CInt(MSG_NOSIGNAL))
    }
    state.withLock { $0.workers[number] = nil }
  }

  private func reply(to request: WorkerRequest, _ number: Int) -> [UInt8]? {
    state.withLock { state in
      guard state.answers else { return nil }
      if let lie = state.lie { return lie }
      return state.workers[number]?.reply(to: request).bytes
    }
  }

  /// The short form of a line of a bus's journal; nil unless it is a request.
  private static func words(_ line: String) -> String? {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count >= 6, parts[0] == "37", parts[1] == "<" else { return nil }
    let bytes = parts[2...].compactMap { UInt8($0, radix: 16) }
    if bytes.count == 7 { return "set \(Int(bytes[4]) << 8 | Int(bytes[5]))" }
    return "get"
  }
}
