import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import Hardware
import Service

/// The daemon: the core, which decides, and around it the parts that turn bytes, events and files
/// into actions of the core, and its output into writes and replies.
///
/// Each part owns its facts, and no other part sees them: `ConnectedLights` what is known of
/// devices, `Sensing` the light sensor, `ConnectedClients` the connections, `SeatWatch` the file of
/// the seat. What spans several parts lives here: the order of the start, the rights of callers,
/// and `perform`, which carries out the output of a turn in an order that survives a crash. The
/// methods of the interfaces are in `LightCalls`, `SessionCalls`, `AutomaticCalls` and `Health`.
///
/// Lives on the loop, and so does everything that it is made of but the threads that write lights.
public actor BrightnessDaemon: LoopActor {
  public nonisolated let loop: EventLoop
  let core: RunningCore
  let lights: ConnectedLights
  let clients: ConnectedClients
  let sensing: Sensing
  let log: Log
  /// Limits for clients' connections, which a reload does not change.
  let limits: WireLimits
  let started: Moment
  private(set) var policy: Policy
  /// The problems found in the configuration.
  private(set) var problems: [ConfigProblem]

  /// Nil without logind.
  private let seat: SeatWatch?
  private let ambientFile: AmbientFile
  /// How long the machine slept last.
  private var lastSleep = Duration.zero
  private var observation: ObserveToken?
  private var restHandlers: [@Sendable () -> Void] = []

  /// `user` is the one whose daemon this is, if it is not that of the system. `identify` returns
  /// the peer of a connection, scenes expire by `clock`, and `seat` says whose claims count.
  init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    records: RestoreRecordFile,
    configuration: Configuration = Configuration(),
    problems: [ConfigProblem] = [],
    policy: Policy = Policy(),
    user: UInt32? = nil,
    seat: SeatFile? = nil,
    log: Log,
    attributeIO: AttributeIO? = nil,
    sensorIO: SensorIO? = nil,
    store descriptors: DescriptorStore? = nil,
    recorder: Recorder? = nil,
    clock: (any Clock<Duration>)? = nil,
    now: @escaping @Sendable () -> Moment = { .now },
    identify: @escaping @Sendable (Connection) throws(DaemonError) -> Peer = { connection throws(DaemonError) in
      try Peer(connection)
    }
  ) {
    self.loop = loop
    self.log = log
    self.policy = policy
    self.problems = problems
    started = now()
    limits = configuration.limits.wire
    let settings = Core.Settings(configuration, savesSessions: descriptors != nil, user: user)
    let core = RunningCore(settings, on: loop, clock: clock, now: now, recorder: recorder, log: log)
    self.core = core
    self.seat = seat.map { SeatWatch($0, core, log) }
    ambientFile = AmbientFile(beside: records, log)
    sensing = Sensing(under: origin.root, on: loop, configuration.sensor, through: sensorIO, log) { event in
      core.handle(.ambient(.sensor(event)))
    }
    lights = ConnectedLights(
      origin,
      on: loop,
      settings: configuration.lights,
      attributeIO: attributeIO ?? .files(of: origin),
      records: records,
      core,
      log
    )
    clients = ConnectedClients(
      on: loop,
      savingIn: SessionArchive.records(beside: records),
      descriptors,
      core,
      log,
      identify: identify
    )
  }

  /// Finds the lights, begins to restore those with a restore record, and returns the server; no
  /// client can connect yet.
  public func start() throws -> VarlinkServer {
    var nothing = InheritedDescriptors()
    return try start(adopting: &nothing)
  }

  /// Like `start()`, but also restores the saved sessions whose connections were inherited;
  /// `serveRestored` serves them. The seat is read before the sessions and automatic brightness are
  /// restored, and these before the lights are found, so that the first write is already correct.
  public func start(adopting inherited: inout InheritedDescriptors) throws -> VarlinkServer {
    observe()
    let service = Service(
      vendor: "brightnessd",
      product: "brightnessd",
      version: Version.current,
      // The project has no web page.
      url: "",
      interfaces: [.automatic(self), .health(self), .lights(self), .sessions(self)]
    )
    let server = clients.openServer(service, limits, for: self)
    seat?.follow(on: loop) { [weak self] in self?.assumeIsolated { $0.seat?.read(isEvent: true) } }
    if let record = ambientFile.read() { core.handle(.ambient(.restored(record))) }
    clients.restore(&inherited, on: server)
    try lights.find(for: self)
    return server
  }

  /// Finds the lights, and begins to restore those with a restore record, without a server.
  func startWithoutClients() throws {
    observe()
    try lights.find(for: self)
  }

  /// Performs the output of each turn while the daemon exists.
  private func observe() {
    observation = core.observe { [weak self] output in self?.assumeIsolated { $0.finishTurn(output) } }
  }

  /// Serves the restored sessions; their lights must have been read.
  public func serveRestored() { clients.serveRestored() }

  /// Ends every session, and calls `done` when every light shows its base level or has failed.
  public func stop(_ done: @escaping @Sendable () -> Void) {
    sensing.stop()
    clients.stop()
    core.markStopping()
    core.handle(.ended(state.sessions.map(\.id)))
    whenAtRest(done)
  }

  /// Leaves the sessions to the next process, and calls `done` when every light shows its target or
  /// has failed.
  public func leave(_ done: @escaping @Sendable () -> Void) {
    sensing.stop()
    whenAtRest(done)
  }

  /// Calls `done` when every light shows its target or has failed.
  public func whenAtRest(_ done: @escaping @Sendable () -> Void) {
    if state.isAtRest { done() } else { restHandlers.append(done) }
  }

  /// If the machine slept, reads all lights again, since their levels may have changed. The light
  /// sensor is told first, because it needs a rest after a sleep.
  public func handle(_ change: ClockChange) {
    guard change.suspended > .zero else { return }
    log(.info, "the machine slept for \(change.suspended)")
    lastSleep = change.suspended
    sensing.resumed()
    core.handle(.resumed)
  }

  /// Applies another configuration. Which devices are lights stays as it was decided at the start.
  public func apply(_ configuration: Configuration, problems: [ConfigProblem] = []) {
    self.problems = problems
    policy.groups = SystemAccounts.groups(configuration.groups)
    sensing.apply(configuration.sensor)
    let former = state.settings
    core.handle(.configured(Core.Settings(configuration, savesSessions: former.savesSessions, user: former.user)))
  }

  /// The state as the last turn left it. Do not keep it while an action is handled, because the
  /// store would have to copy it.
  var state: Core.State { core.state }

  public var lightCount: Int { state.visibleLights.count }

  /// Whether the peer of a call may do something. The right to change depends on the seat. Its file
  /// is read first, because its watch may be late.
  func may(_ call: Call, _ right: Right) -> Bool {
    if right == .change { seat?.read(isEvent: false) }
    guard let peer = clients.peer(of: SessionID(call.connection)) else { return false }
    return policy.may(peer, right, at: state.seat)
  }
}

/// The end of a turn.
extension BrightnessDaemon {
  private func finishTurn(_ output: Output) {
    // The turn may have changed the seat or the groups.
    sensing.keepFeeds { [policy, clients, seat = state.seat] session in
      clients.peer(of: session).map { policy.may($0, .change, at: seat) } ?? false
    }
    perform(output)
    if output.isAtRest { callRestHandlers() }
  }

  /// Carries out an output in an order that survives a crash at any point: sessions and automatic
  /// brightness are saved before lights are written, and notifications are saved after they were
  /// sent, since a repeated one is better than a lost one.
  private func perform(_ output: Output) {
    for save in output.saves { clients.save(save) }
    if let record = output.ambientRecord { ambientFile.save(record) }
    lights.apply(output.requests)
    lights.reread(output.rereads, after: lastSleep)
    lights.retry(output.retries)
    lights.setFirstReadings(output.firstReadings)
    lights.watchSleep()
    if let watch = output.sensorWatch { sensing.follow(watch) }
    for message in output.messages { clients.deliver(message) }
    for save in output.savesAfter { clients.save(save) }
    clients.finish(output.closing)
    for light in output.faults { logFault(of: light) }
  }

  private func logFault(of id: LightID) {
    guard let light = state.lights[id], let reason = light.fault?.reason else { return }
    if light.isUnread {
      log(.warning, "cannot read the level of '\(id)': \(reason)", kind: id.visible.description)
    } else {
      log(.warning, "cannot apply the level of '\(id)': \(reason)", kind: id.visible.description)
    }
  }

  /// Calls the handlers of `whenAtRest`, unless the output has set a light in motion again.
  private func callRestHandlers() {
    guard state.isAtRest, !restHandlers.isEmpty else { return }
    let handlers = restHandlers
    restHandlers = []
    for handler in handlers { handler() }
  }
}

extension Core.Settings {
  fileprivate init(_ configuration: Configuration, savesSessions: Bool, user: UInt32?) {
    self.init(
      limits: configuration.limits.session,
      overrides: configuration.overrides,
      savesSessions: savesSessions,
      keyboardIsDarkBelow: configuration.keyboardIsDarkBelow,
      user: user
    )
  }
}
