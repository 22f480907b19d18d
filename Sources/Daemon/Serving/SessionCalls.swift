import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore

extension BrightnessDaemon: SessionsServer {
  public func push(_ call: MethodCall<SessionsInterface.Push>, _ request: SessionsInterface.Push) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(SessionsError) {
      serve(.push(try sceneRequest(request.scene, of: call.call)), call) { reply in
        if case .pushed(let scene) = reply { SessionsInterface.Push.Reply(scene: scene.number) } else { nil }
      }
    } catch {
      call.fail(error)
    }
  }

  // Calls about existing scenes need no right: their `Push` needed it, and a client that has lost
  // the right may still release them.
  public func onAppear(_ call: MethodCall<SessionsInterface.OnAppear>, _ request: SessionsInterface.OnAppear) {
    change(.appear(SceneID(request.scene)), call)
  }

  public func onDisappear(_ call: MethodCall<SessionsInterface.OnDisappear>, _ request: SessionsInterface.OnDisappear) {
    change(.disappear(SceneID(request.scene)), call)
  }

  public func popFrom(_ call: MethodCall<SessionsInterface.PopFrom>, _ request: SessionsInterface.PopFrom) {
    change(.pop(from: SceneID(request.scene)), call)
  }

  public func hold(_ call: MethodCall<SessionsInterface.Hold>, _ request: SessionsInterface.Hold) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(SessionsError) {
      let request = try sceneRequest(request.scene, of: call.call)
      clients.callLasting(.hold(request), on: call.call.connection, deliver: call.deliver)
    } catch {
      call.fail(error)
    }
  }

  public func list(_ call: MethodCall<SessionsInterface.List>) {
    guard let last = state.sessions.last?.id else { return call.reply(.init(sessions: [])) }
    listPart(call, from: SessionID(0), through: last)
  }

  /// Replies with as many sessions as fit, starting at `first`. The others follow when the client
  /// has read these, up to the newest session at the time of the call, since new ones could be
  /// added for ever.
  private func listPart(_ call: MethodCall<SessionsInterface.List>, from first: SessionID, through last: SessionID) {
    let state = state
    let now = core.now()
    let ids = state.sessions.ids.filter { first <= $0 && $0 <= last }
    // A part takes the loop about a millisecond, and a whole list in one reply about 16. Even if
    // the last session has `SceneBytesPerUser=` bytes, either stays within 16 MiB.
    var left = call.call.wantsMore ? 16 << 10 : 256 << 10
    let part = ids.prefix { id in
      defer { left -= state.listedBytes(of: id) }
      return left > 0
    }
    // Before the sessions are described, which takes most of the time.
    guard part.count == ids.count || call.call.wantsMore else { return call.fail(.expectedMore) }
    let sessions = part.compactMap { state.sessions[id: $0] }.map { session in
      let isPrivate = !may(call.call, .readSession(of: session.peer.uid))
      return SessionsInterface.Session(session, in: state, at: now, isPrivate: isPrivate)
    }
    guard part.count < ids.count else { return call.reply(.init(sessions: sessions)) }
    call.replyContinuing(.init(sessions: sessions)) { [weak self, next = ids[part.count]] call in
      self?.assumeIsolated { $0.listPart(call, from: next, through: last) }
    }
  }

  public func watch(_ call: MethodCall<SessionsInterface.Watch>) {
    clients.callLasting(.watchSessions, on: call.call.connection) { reply in
      switch reply {
      case .sessions: call.replyContinuing(NoFields())
      case .failed(let failure): call.fail(SessionsError(failure))
      default: preconditionFailure("Watch was answered \(reply)")
      }
    }
  }

  public func cancel(_ call: MethodCall<SessionsInterface.Cancel>, _ request: SessionsInterface.Cancel) {
    let target = SessionID(request.session)
    guard let owner = state.sessions[id: target]?.peer else {
      return call.fail(.noSuchSession(session: request.session))
    }
    guard may(call.call, .endSession(of: owner.uid)) else { return call.fail(.permissionDenied) }
    serve(.cancel(target), call, answer: Self.done)
  }

  public func reset(_ call: MethodCall<SessionsInterface.Reset>, _ request: SessionsInterface.Reset) {
    let isAll = request.all ?? false
    if isAll, !may(call.call, .endAllSessions) { return call.fail(.permissionDenied) }
    guard let peer = clients.peer(of: session(of: call.call)) else { return call.fail(.permissionDenied) }
    serve(.reset(user: isAll ? nil : peer.uid), call) { reply in
      if case .reset(let count) = reply { SessionsInterface.Reset.Reply(sessions: count) } else { nil }
    }
  }

  /// Changes what a session holds; one whose process has died is ended instead.
  private func change<Method: VarlinkMethod>(_ request: ClientCall, _ call: MethodCall<Method>)
  where Method.Interface.Failure == SessionsError, Method.Reply == NoFields {
    let session = session(of: call.call)
    guard clients.isProcessAlive(of: session) else { return call.fail(.noSuchSession(session: session.number)) }
    serve(request, call, answer: Self.done)
  }

  /// Serves a call with a single reply; `answer` converts it from the core's.
  private func serve<Method: VarlinkMethod>(
    _ request: ClientCall,
    _ call: MethodCall<Method>,
    answer: @escaping (Reply) -> Method.Reply?
  ) where Method.Interface.Failure == SessionsError {
    clients.call(request, of: session(of: call.call)) { reply in
      if case .failed(let failure) = reply { return call.fail(SessionsError(failure)) }
      guard let answer = answer(reply) else { preconditionFailure("\(Method.self) was answered \(reply)") }
      call.reply(answer)
    }
  }

  private static func done(_ reply: Reply) -> NoFields? { reply == .done ? NoFields() : nil }

  private func sceneRequest(
    _ request: SessionsInterface.SceneRequest,
    of call: Call
  ) throws(SessionsError) -> SceneRequest {
    let request = try SceneRequest(request, among: names)
    let session = session(of: call)
    guard clients.watchProcess(of: session) else { throw .noSuchSession(session: session.number) }
    return request
  }

  private func session(of call: Call) -> SessionID { SessionID(call.connection) }
}

extension MethodCall<SessionsInterface.Hold> {
  /// Sends the updates of a held scene to its client.
  func deliver(_ reply: Brightness.Reply) {
    switch reply {
    case .scene(let scene, let update) where !update.event.isLast: replyContinuing(.init(scene, update))
    case .scene(let scene, let update): self.reply(.init(scene, update))
    case .failed(let failure): fail(SessionsError(failure))
    default: preconditionFailure("Hold was answered \(reply)")
    }
  }
}

extension SessionsInterface.Hold.Reply {
  fileprivate init(_ scene: SceneID, _ update: SceneUpdate) {
    self.init(scene: scene.number, event: update.event, light: update.light?.description)
  }
}

extension SessionsError {
  init(_ failure: CallFailure) {
    switch failure {
    case .session(let error): self.init(error)
    case .unrecorded(let reason): self = .invalidClaim(field: "claims", reason: reason)
    case .sessionEnded: self = .sessionEnded
    case .nextCallArrived: self = .anotherCall
    case .level, .noSensor, .notAutomatic:
      preconditionFailure("a scene failed as a change of a light would: \(failure)")
    }
  }
}

extension SceneRequest {
  /// Converts a request from the wire; throws if it is invalid.
  init(_ request: SessionsInterface.SceneRequest, among names: LightNames) throws(SessionsError) {
    var claims: [Claim] = []
    for claim in request.claims { claims.append(try Claim(claim, among: names)) }
    do throws(SessionError) {
      try self.init(
        name: request.name,
        reason: request.reason,
        claims: claims,
        priority: request.priority ?? .normal,
        onChange: request.onUserChange ?? .yield,
        expires: request.expires,
        fade: request.fade
      )
    } catch {
      throw SessionsError(error)
    }
  }
}

extension Claim {
  fileprivate init(_ claim: SessionsInterface.Claim, among names: LightNames) throws(SessionsError) {
    let share = try converting({ SessionsError.invalidClaim(field: "percent", reason: $0.reason) }) {
      () throws(LevelError) in try Share(percent: claim.percent)
    }
    let selector = try converting({ SessionsError.invalidClaim(field: "light", reason: $0.reasonOfName) }) {
      () throws(LightsError) in try names.selector(claim.light)
    }
    self.init(Rule(claim.rule, share), of: selector)
  }
}

extension SessionsError {
  init(_ error: SessionError) {
    switch error {
    case .beyond(let subject, let limit, _): self = .tooMany(what: subject.rawValue, limit: limit)
    case .noClaims: self = .invalidClaim(field: "claims", reason: error.reason)
    case .durationOutOfRange(let subject, _): self = .invalidClaim(field: subject.field, reason: error.reason)
    case .noSuchScene(let scene): self = .noSuchScene(scene: scene.number)
    case .noSuchSession(let session): self = .noSuchSession(session: session.number)
    }
  }
}

extension SessionError.Subject {
  /// The name of the field in the interface.
  fileprivate var field: String {
    switch self {
    case .expires: "expiresMilliseconds"
    case .fade: "fadeMilliseconds"
    default: rawValue
    }
  }
}

extension Rule {
  init(_ rule: SessionsInterface.Rule, _ share: Share) {
    switch rule {
    case .exactly: self = .exactly(share)
    case .atLeast: self = .atLeast(share)
    case .atMost: self = .atMost(share)
    case .scaled: self = .scaled(share)
    }
  }

  var wireForm: (rule: SessionsInterface.Rule, percent: Double) {
    switch self {
    case .exactly(let share): (.exactly, share.percent)
    case .atLeast(let share): (.atLeast, share.percent)
    case .atMost(let share): (.atMost, share.percent)
    case .scaled(let share): (.scaled, share.percent)
    }
  }
}

extension SessionsInterface.Claim {
  init(_ claim: Claim) {
    let (rule, percent) = claim.rule.wireForm
    self.init(light: claim.selector.wireName, rule: rule, percent: percent)
  }
}

extension LightSelector {
  fileprivate var wireName: String? {
    switch self {
    case .light(let id): id.description
    case .kind(let kind): kind.rawValue
    case .picture: nil
    }
  }
}

extension Core.State {
  /// The approximate size of a session in a list, in bytes.
  fileprivate func listedBytes(of session: SessionID) -> Int {
    128 + 256 * (sessions[id: session]?.scenes.count ?? 0) + sceneBytes(of: session)
  }
}

extension SessionsInterface.Session {
  /// A session as a client sees it; with `isPrivate`, its private fields are left out.
  init(_ session: Session.State, in state: Core.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: session.id.number,
      uid: Int(session.peer.uid),
      pid: isPrivate ? nil : Int(session.peer.pid),
      age: session.age(at: now),
      suspended: state.isSuspended(session.id),
      scenes: session.scenes.map {
        SessionsInterface.Scene($0, in: state, at: now, isPrivate: isPrivate)
      }
    )
  }
}

extension SessionsInterface.Scene {
  fileprivate init(_ scene: Scene.State, in state: Core.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: scene.key.scene.number,
      name: isPrivate ? nil : scene.request.name,
      reason: isPrivate ? nil : scene.request.reason,
      claims: scene.request.claims.map(SessionsInterface.Claim.init),
      priority: scene.request.priority,
      onUserChange: scene.request.onChange,
      appeared: scene.appearance != nil,
      deciding: state.isDeciding(scene.key),
      yielded: (scene.appearance?.yielded ?? []).map(\.description).sorted(),
      remaining: scene.remaining(at: now)
    )
  }
}
