import Brightness
import EventLoop
import Glibc
import Hardware
import Synchronization
import Varlink

/// The daemon as a process: what it is started with, what signals and systemd want of it, and its end.
public final class DaemonProcess: Sendable {
  /// What a command line leaves to be done.
  public struct Plan: Sendable {
    /// Where clients connect; nothing where systemd has handed the socket over.
    public var socket: String
    /// The folder of what outlives the process.
    public var state: String
    public var origin: any LightOrigin
    /// Where the configuration stands.
    public var places: ConfigurationPlaces
    /// Nil for what the configuration says.
    public var logLevel: LogLevel?
    /// Who may change the lights beside those that the configuration names.
    public var owner: uid_t?
    /// Where it stands who is at the seat.
    public var seat: SeatFile
    /// Whether nobody but the owner and root is served, and logind writes what the owner may not.
    public var isForOwnerAlone: Bool

    /// What lights are written with.
    public var hand: Hand { isForOwnerAlone ? .filesOrLogind(of: origin) : .files(of: origin) }

    fileprivate var socketMode: mode_t { isForOwnerAlone ? 0o600 : 0o666 }

    public init(
      socket: String,
      state: String,
      origin: any LightOrigin,
      places: ConfigurationPlaces = .standard,
      logLevel: LogLevel? = nil,
      owner: uid_t? = nil,
      seat: SeatFile = SeatFile(),
      isForOwnerAlone: Bool = false
    ) {
      self.socket = socket
      self.state = state
      self.origin = origin
      self.places = places
      self.logLevel = logLevel
      self.owner = owner
      self.seat = seat
      self.isForOwnerAlone = isForOwnerAlone
    }
  }

  /// How long the lights may take to go back when the daemon stops; what is owed then is paid by the next one.
  private static let longestStop = Duration.seconds(2)

  private let plan: Plan
  private let log: Log
  private let loop: EventLoop
  private let manager: ServiceManager?
  private let daemon: BrightnessDaemon
  private let configuration: Mutex<CurrentConfiguration>
  private let ending = Atomic(Ending.none)

  /// How this process is about to end, if it is.
  private enum Ending: UInt8, AtomicRepresentable {
    case none
    /// Every session ends.
    case stop
    /// The next process goes on.
    case leave
  }

  /// Reads the configuration, takes the record, and gets ready to serve; the loop is that of the calling thread.
  public init(_ plan: Plan, _ environment: ServiceEnvironment) throws {
    self.plan = plan
    let found = CurrentConfiguration(plan.places)
    configuration = Mutex(found)
    let current = plan.inForce(found)
    log = Log.standardError(plan.logLevel ?? current.logLevel, environment)
    log(found.complaints)
    loop = try EventLoop()
    manager = try ServiceManager(environment)
    let records = try DebtFile.open(plan.state)
    if let doubt = records.doubt { log(.error, "\(doubt)") }
    daemon = BrightnessDaemon(
      plan.origin,
      on: loop,
      records: records,
      configuration: current,
      complaints: found.complaints,
      policy: plan.policy(current),
      seat: plan.seat,
      log: log,
      hand: plan.hand,
      store: try manager?.descriptorStore(environment)
    )
  }

  /// Serves until a signal ends it. `inherited` is what systemd has handed over.
  public func run(_ inherited: consuming InheritedDescriptors, _ environment: ServiceEnvironment) throws {
    let signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP, SIGUSR1]) { [weak self] signal in self?.heed(signal) }
    defer { if ending.load(ordering: .relaxed) == .leave { keepForEver() } }
    let sleep = try loop.onClockChange { [daemon] change in daemon.assumeIsolated { $0.heed(change) } }
    let listener = inherited.takeListener()
    let server = try daemon.assumeIsolated { try $0.begin(&inherited) }
    meetLights()
    // A signal may have ended that wait.
    if ending.load(ordering: .relaxed) != .none { return }
    daemon.assumeIsolated { $0.serveRestored() }
    if let listener {
      try server.listen(on: listener)
    } else {
      try server.listen(at: plan.socket, mode: plan.socketMode)
      log(.info, "listening on '\(plan.socket)'")
    }
    let watchdog = try environment.watchdogInterval().map { interval in
      Watchdog(every: interval, on: loop) { [weak self] in self?.tell(.watchdog) }
    }
    watchdog?.assumeIsolated { $0.begin() }
    tell(.ready, .status("keeping \(lightCount)"))
    // The dynamic linker's, and whatever else only a start runs.
    ProgramCode.forget()
    loop.run()
    _ = consume signals
    _ = consume sleep
  }

  /// Waits until each light was read and shows its base, or cannot: whoever asks first is told of all of them.
  private func meetLights() {
    daemon.assumeIsolated { $0.settle { [loop] _ in loop.stop() } }
    loop.run()
  }

  private var lightCount: String {
    let count = daemon.assumeIsolated { $0.lightCount }
    return count == 1 ? "1 light" : "\(count) lights"
  }

  private func tell(_ notices: ServiceNotice...) {
    guard let manager else { return }
    do throws(DaemonError) {
      for notice in notices { try manager.tell(notice) }
    } catch {
      log(.warning, "\(error)", kind: "systemd")
    }
  }

  private func heed(_ signal: Signal) {
    switch signal.number {
    // Of a daemon that goes nobody should hear that it is ready.
    case SIGHUP: if ending.load(ordering: .relaxed) == .none { reload() }
    case SIGUSR1: leave()
    default: stop()
    }
  }

  private func stop() {
    log(.info, "stopping")
    tell(.stopping)
    ending.store(.stop, ordering: .relaxed)
    // A second signal finds everything ended already, and loses nothing.
    daemon.assumeIsolated { $0.stop { [loop] _ in loop.stop() } }
    loop.after(Self.longestStop) { [loop] in loop.stop() }
  }

  /// Makes room for the next process: what is being written is awaited, and nothing ends.
  private func leave() {
    log(.info, "leaving")
    tell(.stopping)
    ending.store(.leave, ordering: .relaxed)
    daemon.assumeIsolated { $0.settle { [loop] _ in loop.stop() } }
    loop.after(Self.longestStop) { [loop] in loop.stop() }
  }

  /// The end of the daemon would be the end of what it holds.
  private func keepForEver() {
    _ = Unmanaged.passRetained(daemon)
  }

  private func reload() {
    tell(.reloadingNow)
    let found = configuration.withLock { configuration in
      _ = configuration.reload()
      return configuration
    }
    log(found.complaints)
    let current = plan.inForce(found)
    log.level = plan.logLevel ?? current.logLevel
    daemon.assumeIsolated { $0.take(current, complaints: found.complaints) }
    tell(.ready)
  }
}

extension DaemonProcess.Plan {
  /// The group that the configuration names is meant for the system's daemon.
  fileprivate func inForce(_ found: CurrentConfiguration) -> Configuration {
    var configuration = found.configuration
    if isForOwnerAlone { configuration.group = nil }
    return configuration
  }

  fileprivate func policy(_ configuration: Configuration) -> Policy {
    let group = configuration.group.flatMap(SystemAccounts.group)
    return Policy(group: group, owner: owner, heedsSeat: !isForOwnerAlone)
  }
}
