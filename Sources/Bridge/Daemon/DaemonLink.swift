import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Fleet
import Glibc
import Service

/// What the bridge sees of the daemon, and sets there. It comes back by itself after the daemon
/// was away.
actor DaemonLink: LoopActor {
  nonisolated let loop: EventLoop
  private let socket: DaemonSocket
  private let log: Log
  private let report: @Sendable (Fleet.Event) -> Void
  private var holds: HoldConnections?
  private var watches: [Task<Void, Never>] = []
  private var isThere = false
  private var nextHealth = LoopClock.Instant.now
  private var healthTimer: Timer?

  /// The daemon's counters are published at most this often, and asked for only after a change.
  static let healthInterval = Duration.seconds(60)

  init(_ socket: DaemonSocket, _ log: Log, _ report: @escaping @Sendable (Fleet.Event) -> Void) {
    loop = socket.loop
    self.socket = socket
    self.log = log
    self.report = report
  }

  /// The connections of holds, from `start` on.
  func connections() -> HoldConnections {
    if let holds { return holds }
    let holds = HoldConnections(socket) { [weak self] id, event in
      self?.assumeIsolated { $0.pass(event, of: id) }
    }
    self.holds = holds
    return holds
  }

  func start() {
    watches = [
      Task(executorPreference: loop) { [weak self] in await self?.followSessions() },
      Task(executorPreference: loop) { [weak self] in await self?.followLights() },
    ]
  }

  func stop() {
    for watch in watches { watch.cancel() }
    watches = []
    if let healthTimer { loop.cancel(healthTimer) }
  }

  private func pass(_ event: LocalHoldEvent, of id: LocalHoldID) {
    report(.localHold(id, event))
    guard event == .connectionEnded, isThere else { return }
    // The daemon is there, and closed this connection alone. Without it, its return is an event.
    loop.after(DaemonSocket.retryDelay) { [weak self] in
      self?.assumeIsolated { if $0.isThere { $0.report(.daemonAppeared) } }
    }
  }

  func set(_ request: SetRequest) {
    let level = request.level
    let method = LightsInterface.Set(
      light: request.light?.description,
      level: .percent(level.percent),
      fade: level.fade
    )
    do throws(VarlinkError) {
      let client = try socket.connect(longer: level.fade ?? .zero)
      client.connection.call(LightsInterface.Set.fullName, method, wantsMore: false) { [weak self] result in
        client.connection.close()
        self?.assumeIsolated { $0.finish(request, result) }
      }
    } catch {
      warn("\(error)")
      loop.perform { [report] in report(.levelSet(request.light)) }
    }
  }

  private func finish(_ request: SetRequest, _ result: Result<VarlinkClient.Reply, CallError>) {
    if case .failure(let error) = result { warn("\(ControlClient.failure(error))") }
    report(.levelSet(request.light))
  }

  private func warn(_ text: String) { log(.warning, text, kind: "levels") }
}

/// What it follows.
extension DaemonLink {
  private func followSessions() async {
    var wasServed = true
    while let client = await socket.connectPatiently(atOnce: wasServed) {
      wasServed = false
      do {
        let asking = try socket.connect()
        for try await _ in client.replies(to: SessionsInterface.Watch()) {
          let sessions = try await asking.allSessions()
          if !isThere { appear() }
          wasServed = true
          pass(sessions)
        }
      } catch {
        if isThere { log(.info, "\(error)", kind: "daemon") }
      }
      isThere = false
    }
  }

  private func appear() {
    isThere = true
    report(.daemonAppeared)
  }

  private func pass(_ sessions: [SessionsInterface.Session]) {
    holds?.assumeIsolated { $0.identify(sessions) }
    let process = Int(getpid())
    report(.otherHolds(sessions.count { $0.pid != process && $0.scenes.contains(where: \.appeared) }))
    askForHealth()
  }

  private func followLights() async {
    var wasServed = true
    while let client = await socket.connectPatiently(atOnce: wasServed) {
      wasServed = false
      do {
        let replies = client.replies(to: LightsInterface.Watch())
        // The daemon serves the watch first, which then reports each light that goes away.
        let listed = try await socket.connect().lights.list().lights
        let known = listed.compactMap { light in LightID(light.id).map { ($0, light) } }
        report(.lights(Dictionary(known) { $1 }))
        for try await reply in replies {
          wasServed = true
          pass(reply)
        }
      } catch {
        // The daemon has ended, which the watch of sessions reports.
      }
    }
  }

  private func pass(_ reply: LightsInterface.Watch.Reply) {
    guard let id = LightID(reply.light.id) else { return }
    if reply.cause == .removed { return report(.lightRemoved(id)) }
    report(.light(id, reply.light))
    askForHealth()
  }

  private func askForHealth() {
    guard healthTimer == nil else { return }
    healthTimer = loop.at(nextHealth) { [weak self] in
      self?.assumeIsolated { link in
        link.healthTimer = nil
        link.nextHealth = .now.advanced(by: Self.healthInterval)
        Task(executorPreference: link.loop) { [weak link] in await link?.reportHealth() }
      }
    }
  }

  private func reportHealth() async {
    guard let health = try? await socket.connect().health.report() else { return }
    let writes = health.monitorWrites.reduce(0) { $0 + $1.all }
    report(.health(DaemonHealth(pendingRestores: health.pendingRestores.count, monitorWrites: writes)))
  }
}
