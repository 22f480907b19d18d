import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Model
import Varlink

/// The daemon: one store that decides, and around it what turns bytes, events and files into actions, and its output into writes and replies.
///
/// Lives on the loop, and so does everything that it is made of but the threads that write lights.
public actor BrightnessDaemon: LoopActor {
  public nonisolated let loop: EventLoop
  let core: RunningCore
  let log: Log
  var policy: Policy
  /// The group that the configuration names, and what was found wrong in the configuration.
  private(set) var group: String?
  private(set) var problems: [ConfigProblem]

  let lights: ConnectedLights
  /// Beside which sessions are saved.
  let records: RestoreRecordFile

  // Clients.
  var clients: [SessionID: Client] = [:]
  /// How the core's replies to the open call of a connection reach its client.
  var replies: [SessionID: (Reply) -> Void] = [:]
  /// Sessions whose end is an action when the turn of the loop is over.
  var sessionsToEnd: [SessionID] = []
  private(set) var server: VarlinkServer?
  let identify: @Sendable (Connection) throws(DaemonError) -> Peer
  let limits: WireLimits
  /// Where sessions are saved for the next start; nil where no service manager would start the daemon again.
  let archive: SessionArchive?
  /// Whether connections that are adopted belong to saved sessions.
  var isRestoring = false

  /// Nil without logind.
  private let seat: SeatWatch?

  let started = Moment.now

  private var observation: Observation?
  private var restHandlers: [@Sendable () -> Void] = []

  /// `identify` returns the peer of a connection, `clock` is what scenes expire by, `seat` says whose claims count.
  init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    records: RestoreRecordFile,
    configuration: Configuration = Configuration(),
    problems: [ConfigProblem] = [],
    policy: Policy = Policy(),
    seat: SeatFile? = nil,
    log: Log,
    attributeIO: AttributeIO? = nil,
    store descriptors: DescriptorStore? = nil,
    recorder: Recorder? = nil,
    clock: (any Clock<Duration>)? = nil,
    identify: @escaping @Sendable (Connection) throws(DaemonError) -> Peer = { connection throws(DaemonError) in
      try Peer(connection)
    }
  ) {
    self.loop = loop
    self.records = records
    self.log = log
    self.policy = policy
    self.problems = problems
    self.identify = identify
    group = configuration.group
    limits = configuration.limits.wire
    archive = descriptors.map { SessionArchive(SessionArchive.records(beside: records), $0, log) }
    let settings = Core.Settings(configuration, savesSessions: descriptors != nil)
    let core = RunningCore(settings, on: loop, clock: clock, recorder: recorder, log: log)
    self.core = core
    self.seat = seat.map { SeatWatch($0, core, log) }
    lights = ConnectedLights(
      origin,
      on: loop,
      settings: configuration.lights,
      attributeIO: attributeIO ?? .files(of: origin),
      records: records,
      core,
      log
    )
  }

  /// Finds the lights, begins to restore those with a restore record, and returns the server; no client can connect yet.
  public func begin() throws -> VarlinkServer {
    var nothing = InheritedDescriptors()
    return try begin(&nothing)
  }

  /// The same, with the saved sessions whose connections were inherited; `serveRestored` serves them. The seat is read
  /// before sessions are restored, and sessions before lights, so that the first write is already the right one.
  public func begin(_ inherited: inout InheritedDescriptors) throws -> VarlinkServer {
    observe()
    let events = ServerEvents(
      opened: { [weak self] connection in self?.assumeIsolated { $0.open(connection) } },
      closed: { [weak self] connection, end in self?.assumeIsolated { $0.close(connection, end) } },
      isPrivileged: { [weak self] user in self?.assumeIsolated { $0.state.seat.active == user } ?? false },
      failed: { [log] error in log(.warning, "\(error)", kind: "connections") }
    )
    let service = Service(
      vendor: "brightnessd",
      product: "brightnessd",
      version: Version.current,
      // There is no page to name.
      url: "",
      interfaces: [.health(self), .lights(self), .sessions(self)]
    )
    let server = VarlinkServer(service, on: loop, limits: limits, events: events)
    self.server = server
    archive?.onRoom = { [weak self] in self?.assumeIsolated { $0.archive?.keepRefused() } }
    seat?.follow(on: loop) { [weak self] in self?.assumeIsolated { $0.seat?.read(isEvent: true) } }
    try restoreSessions(&inherited, on: server)
    try lights.find(for: self)
    return server
  }

  /// Finds the lights and begins to restore those with a restore record, for no client.
  func beginWithoutClients() throws {
    observe()
    try lights.find(for: self)
  }

  /// Calls `perform` at the end of each turn, until the daemon goes.
  private func observe() {
    observation = core.observe { [weak self] output in self?.assumeIsolated { $0.finishTurn(output) } }
  }

  func handle(_ action: Core.Action) { core.handle(action) }

  /// The state as the last turn left it. Do not keep it while an action is handled, because the store would have to copy it.
  var state: Core.State { core.state }

  private func finishTurn(_ output: Output) {
    perform(output)
    if output.isAtRest { noteRest() }
  }

  /// Calls those who wait until all lights are at rest, if they are.
  private func noteRest() {
    guard state.isAtRest, !restHandlers.isEmpty else { return }
    let handlers = restHandlers
    restHandlers = []
    for handler in handlers { handler() }
  }

  /// Ends every session, and calls `done` when every light shows its base level or cannot for now.
  public func stop(_ done: @escaping @Sendable () -> Void) {
    server?.stop()
    core.noteStop()
    handle(.ended(state.sessions.map(\.id)))
    whenAtRest(done)
  }

  /// Calls `done` when every light shows its target or cannot for now.
  public func whenAtRest(_ done: @escaping @Sendable () -> Void) {
    if state.isAtRest { done() } else { restHandlers.append(done) }
  }

  /// The wall clock jumped or the machine resumed, which may have changed what lights show.
  public func note(_ change: ClockChange) {
    guard change.suspended > .zero else { return }
    log(.info, "the machine slept for \(change.suspended)")
    handle(.resumed)
  }

  public var lightCount: Int { state.visibleLights.count }

  /// Takes another configuration. Which devices are lights was decided at the start.
  public func take(_ configuration: Configuration, problems: [ConfigProblem] = []) {
    group = configuration.group
    self.problems = problems
    policy.group = configuration.group.flatMap(SystemAccounts.group)
    handle(.configured(Core.Settings(configuration, savesSessions: archive != nil)))
  }

  /// Now, on the clock of sessions.
  var now: Moment { .now }
}

/// Calls of clients, and their rights, which depend on the user at the seat.
extension BrightnessDaemon {
  /// Sends a call to the core; its replies go to `deliver` until the last one.
  func begin(_ call: ClientCall, of session: SessionID, deliver: @escaping (Reply) -> Void) {
    replies[session] = deliver
    handle(.called(session, call, at: now))
  }

  /// The same for a call without an end of its own: another one behind it ends it.
  func beginLasting(_ request: ClientCall, _ call: Call, deliver: @escaping (Reply) -> Void) {
    let session = SessionID(call.connection)
    begin(request, of: session, deliver: deliver)
    endWhenOvertaken(call.connection)
  }

  func endWhenOvertaken(_ connection: Connection) {
    let session = SessionID(connection)
    connection.whenOvertaken { [weak self] in self?.assumeIsolated { $0.handle(.overtaken(session)) } }
  }

  func deliver(_ message: Message) {
    guard let deliver = replies[message.session] else { return }
    if message.isLast { replies[message.session] = nil }
    deliver(message.reply)
  }

  /// Whether the peer of a call may do something. Rights to change depend on the seat, whose file is read first: its watch may be late.
  func may(_ call: Call, _ right: Right) -> Bool {
    if right == .change { seat?.read(isEvent: false) }
    guard let client = clients[SessionID(call.connection)] else { return false }
    return policy.may(client.peer, right, at: state.seat)
  }
}

/// The end of a turn.
extension BrightnessDaemon {
  /// Carries out an output in an order that survives a crash at any point: sessions are saved before lights are written, and notifications
  /// are saved after they were sent, since a repeated one is better than a lost one.
  func perform(_ output: Output) {
    for save in output.saves { carryOut(save) }
    lights.apply(output.requests)
    lights.reread(output.rereads)
    lights.retry(output.retries)
    lights.ask(output.asks)
    lights.watchSleep()
    for message in output.messages { deliver(message) }
    for save in output.savesAfter { carryOut(save) }
    for session in output.closing { clients[session]?.connection.finish() }
    for light in output.faults { logFault(of: light) }
  }

  private func logFault(of id: LightID) {
    guard let light = state.lights[id], let reason = light.fault?.reason else { return }
    if light.isUnread {
      log(.warning, "cannot read the level of '\(id)': \(reason)", kind: id.description)
    } else {
      log(.warning, "cannot apply the level of '\(id)': \(reason)", kind: id.description)
    }
  }

  private func carryOut(_ save: Save) {
    switch save {
    case .remove(let id): archive?.forget(id)
    case .keep(let saved):
      let id = saved.session.id
      let connection = clients[id]?.connection
      // A hold leaves the record before its client is notified of its end: said twice, that would be taken for the reply to another call.
      // If the daemon dies in between, the mark tells the next one that the client waits.
      if saved.hold == nil, replies[id] != nil { connection?.keepCall(false) }
      archive?.keep(saved) { () throws(SystemError) in try connection?.keep() }
      // The call is on record: the next daemon goes on with it.
      if saved.hold != nil { connection?.keepCall(true) }
    }
  }
}

extension Core.Settings {
  fileprivate init(_ configuration: Configuration, savesSessions: Bool) {
    self.init(limits: configuration.limits.session, overrides: configuration.overrides, savesSessions: savesSessions)
  }
}
