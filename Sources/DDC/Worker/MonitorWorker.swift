import BrightnessEventLoop

/// Answers requests about the monitor at one connector.
///
/// For each request it checks that the same monitor is still there and shows a picture, finds its
/// bus (`Buses`, or `BusSearch` if only the EDID on the buses can tell), opens and locks the bus,
/// makes one `Exchange`, and closes it.
///
/// Clients name the connector, not the bus, so they can change the brightness of monitors, but
/// nothing else on a bus.
public struct MonitorWorker<Device: I2CDevice & ~Copyable> {
  /// Stands for `/sys`.
  private let root: String
  private let open: (_ bus: Int) throws(WorkerFault) -> I2CBus<Device>
  private var connector: String?
  private var known: Known?
  private let now: () -> Duration
  private var timing = Timing.standard
  private var latestReply: Duration?

  /// `now` is the time since any fixed moment.
  public init(
    root: String,
    now: @escaping () -> Duration = { LoopClock.Instant.now.sinceBoot },
    open: @escaping (_ bus: Int) throws(WorkerFault) -> I2CBus<Device>
  ) {
    self.root = root
    self.now = now
    self.open = open
  }

  /// `device` opens the device file of a bus.
  public init(root: String, device: @escaping (_ bus: Int) throws(SystemError) -> Device) {
    self.init(root: root) { bus throws(WorkerFault) in
      try I2CBus(try converting({ WorkerFault(.isNotOpened, $0) }) { () throws(SystemError) in try device(bus) })
    }
  }

  /// The monitor at the connector when all connectors were last read.
  private struct Known {
    let monitor: Monitor
    /// The monitors that may be on the same buses, this one included.
    let rivals: [Monitor]
    /// Nil until its bus is known.
    var adapter: I2CAdapter?
  }

  public mutating func reply(to request: WorkerRequest) -> WorkerReply {
    do throws(WorkerFault) {
      return try perform(request)
    } catch {
      return .failed(error)
    }
  }

  private mutating func perform(_ request: WorkerRequest) throws(WorkerFault) -> WorkerReply {
    switch request {
    case .connector(let name):
      guard connector == nil else { throw WorkerFault(.isOutOfOrder) }
      connector = name
      _ = try monitor()
      return .done
    case .read(let fingerprint): return try exchange(.get, fingerprint)
    case .write(let level, let fingerprint): return try exchange(.set(level), fingerprint)
    }
  }

  /// The monitor at the connector now.
  private mutating func monitor() throws(WorkerFault) -> Monitor {
    guard let connector else { throw WorkerFault(.isOutOfOrder) }
    if let unchanged = knownMonitor() { return unchanged }
    known = nil
    timing = .standard
    let root = root
    let facts = try converting({ WorkerFault(.hasNoMonitor, $0) }) { () throws(SystemError) in
      try MonitorFacts.read(under: root)
    }
    let monitors = MonitorList(facts).monitors
    guard let monitor = monitors.first(where: { $0.connector.name == connector }) else {
      throw WorkerFault(.hasNoMonitor)
    }
    known = Known(
      monitor: monitor,
      rivals: monitors.filter { $0.bus == monitor.bus && $0.connector.card == monitor.connector.card },
      adapter: facts.adapters.first { $0.number == monitor.bus.likely }
    )
    return monitor
  }

  /// The known monitor if it is still there, on the same bus. This saves reading all connectors.
  private func knownMonitor() -> Monitor? {
    guard let known, let adapter = known.adapter else { return nil }
    let connector = known.monitor.connector.readAgain()
    guard connector.isConnected, connector.edid == known.monitor.connector.edid else { return nil }
    return adapter.readAgain(under: root) == adapter ? known.monitor.at(connector) : nil
  }

  private mutating func exchange(
    _ request: BrightnessRequest,
    _ fingerprint: UInt64
  ) throws(WorkerFault) -> WorkerReply {
    let monitor = try monitor()
    guard monitor.edid.fingerprint == fingerprint else { throw WorkerFault(.isAnotherMonitor) }
    guard monitor.connector.isLit else { throw WorkerFault(.isAsleep) }
    let reply = try exchange(request, onBus: try bus(of: monitor))
    guard reply.isRefusal, case .first(_, otherwise: let other) = monitor.bus, try shows(monitor, on: other) else {
      return reply
    }
    known?.adapter = I2CAdapter.read("i2c-\(other)", under: root)
    return try exchange(request, onBus: other)
  }

  private mutating func exchange(_ request: BrightnessRequest, onBus number: Int) throws(WorkerFault) -> WorkerReply {
    var bus = try open(number)
    let waited = latestReply.map { now() - $0 } ?? timing.afterReply
    var exchange = Exchange(request, timing: timing, delay: timing.afterReply - waited)
    let reply = exchange.perform(on: &bus)
    if request == .get { latestReply = now() }
    if case .level = reply { timing = exchange.timing }
    return reply
  }

  /// The bus of the known monitor; searches for it if necessary.
  private mutating func bus(of monitor: Monitor) throws(WorkerFault) -> Int {
    if let adapter = known?.adapter { return adapter.number }
    guard case .oneOf(let numbers) = monitor.bus, let rivals = known?.rivals else { throw WorkerFault(.hasNoBus) }
    var search = BusSearch(of: rivals)
    for number in numbers { search.blocks[number] = try edid(on: number) }
    guard let match = search.bus(of: monitor) else { throw WorkerFault(.hasNoBus) }
    known?.adapter = I2CAdapter.read("i2c-\(match)", under: root)
    return match
  }

  /// Whether the monitor on a bus has the EDID that its connector shows.
  private func shows(_ monitor: Monitor, on number: Int) throws(WorkerFault) -> Bool {
    try edid(on: number) == monitor.connector.firstBlock
  }

  /// The first block of the EDID on a bus; nil without a monitor, since the bus then refuses the
  /// message.
  private func edid(on number: Int) throws(WorkerFault) -> [UInt8]? {
    var bus = try open(number)
    return try? bus.edid()
  }
}

extension BusChoice {
  /// The bus to try first; nil if only a message can tell.
  fileprivate var likely: Int? {
    switch self {
    case .known(let bus), .first(let bus, otherwise: _): bus
    case .oneOf: nil
    }
  }
}

extension WorkerReply {
  /// Whether nobody on the bus has answered: a DisplayPort whose cable leads to another kind of
  /// socket has no AUX channel (`dm_dp_aux_transfer` in amdgpu_dm_mst_types.c of Linux 6.12).
  fileprivate var isRefusal: Bool {
    if case .failed(let fault) = self { fault.kind == .isRefused } else { false }
  }
}

extension Bus where Self: ~Copyable {
  /// The first block of the EDID, read from the monitor's memory.
  fileprivate mutating func edid() throws(SystemError) -> [UInt8] {
    let memory: UInt8 = 0x50
    try write([0], to: memory)
    return try read(EDID.blockLength, from: memory)
  }
}
