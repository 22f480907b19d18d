import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Synchronization
import Varlink

/// The daemon: clients on the one side, lights on the other, and the mind between them.
///
/// Lives on the loop, and so does everything that it is made of but the writing of lights.
public actor BrightnessDaemon: LoopActor {
  public nonisolated let loop: EventLoop
  let keeper: LightKeeper
  let store: MindStore
  let log: Log
  var policy: Policy
  var aliases: [Brightness.LightID: String] = [:]
  /// The group that the configuration names, and what was found wrong with that.
  private(set) var group: String?
  private(set) var complaints: [Complaint]
  var clients: [SessionID: ConnectedClient] = [:]
  /// Watches of the processes that own scenes.
  var processes: [SessionID: KeptWatch] = [:]
  /// Where it stands who is at the seat; nil where nobody says so.
  let seatFile: SeatFile?
  var seatWatch: KeptWatch?
  /// A client that watches waits for the next answer, and asks for nothing else meanwhile.
  var lightWatchers: [SessionID: WatchedCall] = [:]
  var sceneWatchers: [SessionID: HeldCall] = [:]
  var standingChanges = StandingChanges()
  /// How many changes of lights those who watch were told of.
  var lightChangesTold = 0
  /// What lives on when the program is started anew; nil where nobody would start it.
  let shelf: SessionShelf?
  let changed = ChangedSessions()
  /// Sessions whose end the mind is told of when the turn of the loop is over.
  var ended: [EndedSession] = []
  /// How many calls of `inOneRecord` are under way.
  var recordDepth = 0
  /// Sessions that live on and are not served yet.
  var restored: [SessionID] = []
  private(set) var server: VarlinkServer?
  private var observation: Observation?
  let identify: @Sendable (Connection) throws(DaemonError) -> Peer
  private let limits: WireLimits

  /// A daemon that keeps the lights of an origin, and pays what is recorded as owed to them. Sessions live on by connections that are put
  /// in `store`. `identify` says who has connected, `clock` when a scene's time is up, `seat` whose claims count.
  public init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    records: DebtFile,
    configuration: Configuration = Configuration(),
    complaints: [Complaint] = [],
    policy: Policy = Policy(),
    seat: SeatFile? = nil,
    log: Log,
    hand: Hand? = nil,
    store descriptors: DescriptorStore? = nil,
    clock: (any Clock<Duration>)? = nil,
    identify: @escaping @Sendable (Connection) throws(DaemonError) -> Peer = { connection throws(DaemonError) in
      try Peer(connection)
    }
  ) {
    let news = NewsOutlet()
    let keeper = LightKeeper(
      origin,
      on: loop,
      records: records,
      settings: configuration.lights,
      overrides: configuration.overrides,
      hand: hand
    ) { news.tell($0) }
    self.loop = loop
    self.keeper = keeper
    self.log = log
    self.policy = policy
    seatFile = seat
    self.identify = identify
    self.complaints = complaints
    group = configuration.group
    limits = configuration.limits.wire
    shelf = descriptors.map { SessionShelf(SessionShelf.records(beside: records), $0, log) }
    let state = Mind.State(limits: configuration.limits.session)
    let mind = Store(initialState: state, executor: loop) { [changed, isKept = descriptors != nil] in
      if isKept {
        Reduce<Mind.State, Mind.Action> { _, action in
          changed.note(action)
          return .none
        }
      }
      Mind()
    } withDependencies: {
      $0.brightness = .live(keeper)
      $0.clock = clock ?? LoopClock(loop)
    }
    store = MindStore(mind, keeper)
    aliases = Self.aliases(in: configuration)
    news.open { [weak self] news in self?.onLoop(news) { $0.hear($1) } }
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Finds the lights, pays what is owed, and makes ready to be asked; nobody can connect yet.
  public func begin() throws(LightError) -> VarlinkServer {
    var nothing = InheritedDescriptors()
    return try begin(&nothing)
  }

  /// The same, where sessions live on whose connections were inherited; they are served by `serveRestored`.
  public func begin(_ inherited: inout InheritedDescriptors) throws(LightError) -> VarlinkServer {
    observation = store.mind.observe { [weak self] state in self?.onLoop(state) { $0.endTurn($1) } }
    let server = makeServer()
    self.server = server
    followSeat()
    try restore(&inherited, on: server)
    let result = keeper.assumeIsolated { keeper in Result { () throws(LightError) in try keeper.begin() } }
    try result.get()
    return server
  }

  private func endTurn(_ state: Mind.State) {
    keepSessions(state)
    tellWatchers(state)
  }

  private func makeServer() -> VarlinkServer {
    let events = ServerEvents(
      opened: { [weak self] connection in self?.onLoop(connection) { $0.open($1) } },
      closed: { [weak self] connection, end in self?.onLoop((connection, end)) { $0.close($1.0, $1.1) } },
      trouble: { [log] error in log(.warning, "\(error)", kind: "connections") }
    )
    return VarlinkServer(service, on: loop, limits: limits, events: events)
  }

  /// Ends every session, and answers when every light shows its base, or is owed it.
  public func stop(_ answer: @escaping @Sendable (LightAnswer) -> Void) {
    server?.stop()
    store.send(.sessionsEnded(store.state.sessions.map { EndedSession(id: $0.id, end: .closed) }))
    settle(answer)
  }

  /// Answers when every light shows what it should, or is owed it.
  public func settle(_ answer: @escaping @Sendable (LightAnswer) -> Void) {
    keeper.assumeIsolated { $0.settle(answer) }
  }

  private nonisolated var service: Service {
    Service(
      vendor: "brightnessd",
      product: "brightnessd",
      version: Version.current,
      // It has no page of its own.
      url: "",
      interfaces: [healthInterface, lightsInterface, sessionsInterface]
    )
  }

  /// The wall clock jumped or the machine resumed, the latter of which may have changed what lights show.
  public func heed(_ change: ClockChange) {
    guard change.suspended > .zero else { return }
    log(.info, "the machine slept for \(change.suspended)")
    keeper.assumeIsolated { $0.resume() }
  }

  /// How many lights are known.
  public var lightCount: Int { store.state.lights.inOrder.count }

  /// Goes by another configuration from now on; which devices are lights was decided at the start.
  public func take(_ configuration: Configuration, complaints: [Complaint] = []) {
    group = configuration.group
    self.complaints = complaints
    aliases = Self.aliases(in: configuration)
    policy.group = configuration.group.flatMap(SystemAccounts.group)
    store.send(.limited(configuration.limits.session))
    keeper.assumeIsolated { $0.take(configuration.overrides) }
  }

  private static func aliases(in configuration: Configuration) -> [Brightness.LightID: String] {
    var aliases: [Brightness.LightID: String] = [:]
    for (light, override) in configuration.overrides { aliases[light.inMind] = override.alias }
    return aliases
  }

  /// Now, as the mind counts time.
  var now: Moment { Moment(LoopClock.Instant.now.sinceBoot) }

  var names: LightNames {
    LightNames(
      store.state.lights.inOrder.map { LightNames.Entry(id: $0.id, kind: $0.view.kind, alias: aliases[$0.id]) }
    )
  }
}

/// What the keeper tells, before there is somebody to tell it to.
private final class NewsOutlet: Sendable {
  /// A bare closure would be wrapped once more each time the mutex lends it out: a generic place knows it by another form.
  private struct Receiver: Sendable {
    let hear: @Sendable (KeeperNews) -> Void
  }

  private let receiver = Mutex<Receiver?>(nil)

  func open(_ hear: @escaping @Sendable (KeeperNews) -> Void) {
    receiver.withLock { $0 = Receiver(hear: hear) }
  }

  func tell(_ news: KeeperNews) {
    receiver.withLock { $0 }?.hear(news)
  }
}

/// The mind, each of whose turns is written as the one change that it comes to.
struct MindStore {
  let mind: Store<Mind.State, Mind.Action>
  private let keeper: LightKeeper

  init(_ mind: Store<Mind.State, Mind.Action>, _ keeper: LightKeeper) {
    self.mind = mind
    self.keeper = keeper
  }

  var state: Mind.State { mind.state }

  func send(_ action: Mind.Action) {
    keeper.onLoop((mind, action)) { keeper, order in keeper.inOneGo { order.0.send(order.1) } }
  }
}

extension BrightnessClient {
  /// What carries out holds: the lights of the machine.
  static func live(_ keeper: LightKeeper) -> BrightnessClient {
    BrightnessClient(
      hold: { scene, fade in keeper.onLoop((scene, fade)) { $0.claim($1.0, fade: $1.1) { _ in } } },
      release: { owner in keeper.onLoop(owner) { $0.release($1) } },
      cover: { owner in keeper.onLoop(owner) { $0.cover($1, true) } },
      uncover: { owner in keeper.onLoop(owner) { $0.cover($1, false) } },
      suspend: { session in keeper.onLoop(session) { $0.suspend($1, true) } },
      resume: { session in keeper.onLoop(session) { $0.suspend($1, false) } }
    )
  }
}
