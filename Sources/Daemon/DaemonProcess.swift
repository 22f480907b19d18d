import Brightness
import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Hardware
import Service
import StateFiles
import Synchronization

/// The daemon as a process: its start, signals, notices to systemd, and its end.
///
/// It is used only on the loop. Its mutex and atomics are for the compiler, which does not know
/// that the callbacks run there.
public final class DaemonProcess: Sendable {
  /// The choices of the command line.
  public struct Plan: Sendable {
    /// The path to listen on, unless systemd passed a socket.
    public var socket: String
    /// The folder of restore records and saved sessions.
    public var state: String
    public var origin: any LightOrigin
    public var places: ConfigurationPlaces
    /// Nil for the configured level.
    public var logLevel: LogLevel?
    /// A user who may change lights besides the configured ones.
    public var owner: uid_t?
    public var seat = SeatFile()
    /// Whether only the owner and root are served, and logind writes files that the owner may not.
    public var isForOwnerAlone = false
    /// Where to record the core's actions; nil for not at all.
    public var recording: String?

    /// Nil for a machine without monitors.
    public var workers: Workers?
    /// The persistent state folder: records and marks of monitors.
    public var lasting: String?

    public var attributeIO: AttributeIO { isForOwnerAlone ? .filesOrLogind(of: origin) : .files(of: origin) }

    fileprivate var socketMode: mode_t { isForOwnerAlone ? 0o600 : 0o666 }

    public init(socket: String, state: String, origin: any LightOrigin, places: ConfigurationPlaces = .standard) {
      self.socket = socket
      self.state = state
      self.origin = origin
      self.places = places
    }
  }

  /// Time for restoring lights when the daemon stops; afterwards the pending ones are left to the
  /// next start.
  static let longestStop = Duration.seconds(2)

  /// The turns that a cancelled effect needs to finish: for its timer, the group that waits for it,
  /// and what it retained. More turns do no harm.
  private static let turnsOfEnd = 8

  private let plan: Plan
  private let log: Log
  private let loop: EventLoop
  private let manager: ServiceManager?
  private let daemon: BrightnessDaemon
  private let configuration: Mutex<ConfigurationReading>
  private let ending = Atomic(Ending.none)
  /// Whether clients are served, which systemd was notified of.
  private let isReady = Atomic(false)

  /// Daemons whose sessions the next process adopts. They are never released, because that would
  /// end these sessions. There is only one, except in the simulator, where one process runs many
  /// daemons.
  private static let handedOver = Mutex<[BrightnessDaemon]>([])

  private enum Ending: UInt8, AtomicRepresentable {
    case none
    case stop
    /// Sessions continue in the next process.
    case leave
  }

  /// Reads the configuration and opens the restore record; the loop runs on the calling thread.
  public init(_ plan: Plan, _ environment: ServiceEnvironment) throws {
    self.plan = plan
    let found = ConfigurationReading(plan.places)
    configuration = Mutex(found)
    let current = plan.inForce(found)
    log = Log.standardError(plan.logLevel ?? current.logLevel, environment)
    log(found.problems)
    // A dead client's light must be restored within 50 ms, whatever others do. So jobs, such as the
    // results of writes, yield to descriptors after 2 ms.
    loop = try EventLoop(timePerTurn: .milliseconds(2))
    manager = try ServiceManager(environment)
    let records = try Self.openRecords(plan, waits: manager != nil, log)
    if let error = records.corruptRecord { log(.error, "\(error)") }
    daemon = BrightnessDaemon(
      plan.origin,
      on: loop,
      records: records,
      configuration: current,
      problems: found.problems,
      policy: plan.policy(current),
      user: plan.isForOwnerAlone ? plan.owner : nil,
      seat: plan.seat,
      log: log,
      attributeIO: plan.attributeIO(records),
      store: try manager?.descriptorStore(environment, on: loop),
      recorder: try plan.recording.map { try Recorder($0) }
    )
  }

  /// A thread of the former daemon that hangs in a driver keeps the folder locked, even after
  /// SIGKILL, until the driver returns. Under systemd the next daemon waits, for at most
  /// `TimeoutStartSec=`: starts that fail at once would reach the start limit.
  private static func openRecords(_ plan: Plan, waits: Bool, _ log: Log) throws(StateFileError) -> RestoreRecordFile {
    do throws(StateFileError) {
      return try plan.records(log)
    } catch {
      guard waits, case .locked = error else { throw error }
      log(.error, "\(error); waiting")
      return try plan.records(log, waiting: true)
    }
  }

  /// Serves until a signal ends it. `inherited` are the descriptors that systemd passed.
  public func run(_ inherited: consuming InheritedDescriptors, _ environment: ServiceEnvironment) throws {
    let signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP, SIGUSR1]) { [weak self] signal in self?.handle(signal) }
    defer { if ending.load(ordering: .relaxed) == .leave { Self.handedOver.withLock { $0.append(daemon) } } }
    let sleep = try loop.onClockChange { [daemon] change in daemon.assumeIsolated { $0.handle(change) } }
    let listener = inherited.takeListener()
    let server = try daemon.assumeIsolated { try $0.start(adopting: &inherited) }
    // Wait until each light is read and shows its target or has failed, so that the first client
    // sees all of them.
    daemon.assumeIsolated { $0.whenAtRest { [loop] in loop.stop() } }
    loop.run()
    // A signal may have ended the wait.
    if ending.load(ordering: .relaxed) != .none { return }
    daemon.assumeIsolated { $0.serveRestored() }
    if let listener {
      try server.listen(on: listener)
    } else {
      try server.listen(at: plan.socket, mode: plan.socketMode)
      log(.info, "listening on '\(plan.socket)'")
    }
    if let interval = try environment.watchdogInterval() {
      Watchdog(interval: interval, on: loop) { [weak self] in self?.notify(.watchdog) }.start()
    }
    isReady.store(true, ordering: .relaxed)
    notifyReady()
    let lights = daemon.assumeIsolated { $0.lightCount }
    notify(.status("controlling \(lights == 1 ? "1 light" : "\(lights) lights")"))
    loop.run()
    if ending.load(ordering: .relaxed) == .stop { endEffects() }
    _ = consume signals
    _ = consume sleep
  }

  /// Runs a few more turns so that cancelled effects finish. They retain the loop, and a leak
  /// checker would report them.
  private func endEffects() {
    for _ in 0..<Self.turnsOfEnd {
      loop.perform { [loop] in loop.stop() }
      loop.run()
    }
  }

  private func notify(_ notices: ServiceNotice...) {
    for notice in notices { log.trying("systemd") { try manager?.notify(notice) } }
  }

  private func notifyReady() {
    log.trying("systemd") { try manager?.notifyReady(on: loop) }
  }

  private func handle(_ signal: Signal) {
    switch signal.number {
    // READY=1 from a daemon that is stopping would confuse systemd.
    case SIGHUP: if ending.load(ordering: .relaxed) == .none { reload() }
    case SIGUSR1: end(.leave)
    default: end(.stop)
    }
  }

  /// Ends every session; or, to leave them to the next process, only waits for the writes in
  /// progress.
  private func end(_ kind: Ending) {
    log(.info, kind == .leave ? "leaving" : "stopping")
    notify(.stopping)
    ending.store(kind, ordering: .relaxed)
    // After a second signal there is nothing left to end. Weak, because a loop whose timer retains
    // it would never be freed.
    let done: @Sendable () -> Void = { [weak loop] in loop?.stop() }
    daemon.assumeIsolated { kind == .leave ? $0.leave(done) : $0.stop(done) }
    loop.after(Self.longestStop, done)
  }

  private func reload() {
    // After a reload during the start, READY=1 would let systemd start units that need a serving
    // daemon.
    let isReady = isReady.load(ordering: .relaxed)
    if isReady { notify(.reloading) }
    let found = configuration.withLock { configuration in
      configuration = configuration.reread(plan.places)
      return configuration
    }
    log(found.problems)
    let current = plan.inForce(found)
    log.level = plan.logLevel ?? current.logLevel
    daemon.assumeIsolated { $0.apply(current, problems: found.problems) }
    if isReady { notifyReady() }
  }
}

extension DaemonProcess.Plan {
  /// Opens the records. Without the persistent state folder monitors work, and are not restored
  /// after a power cut.
  func records(_ log: Log, waiting: Bool = false) throws(StateFileError) -> RestoreRecordFile {
    let records = try RestoreRecordFile.open(state, lasting: workers == nil ? nil : lasting, waiting: waiting)
    if let error = records.lastingProblem { log(.warning, "\(error); monitors are not restored after a power cut") }
    return records
  }

  /// How lights are read and written.
  func attributeIO(_ records: RestoreRecordFile) -> AttributeIO {
    var attributeIO = attributeIO
    attributeIO.monitors = workers.map { MonitorAccess($0, marks: ContactMarks(beside: records)) }
    return attributeIO
  }

  /// The configuration in force. Only the system's daemon has groups, and that of the package only
  /// where it exists.
  func inForce(_ found: ConfigurationReading, hasGroup: (String) -> Bool = { SystemAccounts.localGroup($0) != nil })
    -> Configuration
  {
    var configuration = found.configuration
    let usual = Configuration.usualGroup
    if isForOwnerAlone {
      configuration.groups = []
    } else if !found.names(group: usual), !hasGroup(usual) {
      configuration.groups.removeAll { $0 == usual }
    }
    return configuration
  }

  fileprivate func policy(_ configuration: Configuration) -> Policy {
    Policy(groups: SystemAccounts.groups(configuration.groups), owner: owner, usesSeat: !isForOwnerAlone)
  }
}
