import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// What is answered about sessions.
extension BrightnessDaemon {
  nonisolated var sessionsInterface: ServedInterface {
    .sessions(
      push: { [weak self] call, request in self?.onLoop((call, request)) { $0.push($1.0, $1.1) } },
      onAppear: { [weak self] call, request in self?.onLoop((call, request)) { $0.appear($1.0, $1.1) } },
      onDisappear: { [weak self] call, request in self?.onLoop((call, request)) { $0.disappear($1.0, $1.1) } },
      popFrom: { [weak self] call, request in self?.onLoop((call, request)) { $0.pop($1.0, $1.1) } },
      hold: { [weak self] call, request in self?.onLoop((call, request)) { $0.hold($1.0, $1.1) } },
      list: { [weak self] call, _ in self?.onLoop(call) { $0.listSessions($1) } },
      cancel: { [weak self] call, request in self?.onLoop((call, request)) { $0.cancel($1.0, $1.1) } },
      reset: { [weak self] call, request in self?.onLoop((call, request)) { $0.reset($1.0, $1.1) } }
    )
  }

  private func push(_ call: ControlCall<SessionsInterface.Push>, _ request: SessionsInterface.Push) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(SessionsError) {
      call.reply(SessionsInterface.Push.Reply(scene: try push(request.scene, on: call.call).scene.number))
    } catch {
      call.fail(error)
    }
  }

  private func push(_ request: SessionsInterface.SceneRequest, on call: Call) throws(SessionsError) -> ClaimOwner {
    let session = SessionID(call.connection)
    let request = try SceneRequest(request, among: names, within: store.state.limits)
    watchProcess(of: session)
    let action = try inWords { () throws(SessionError) in try store.state.pushing(request, on: session) }
    guard let scene = store.state.sessions[id: session]?.nextScene else { throw .noSuchSession(session.number) }
    store.send(action)
    return ClaimOwner(session: session, scene: scene)
  }

  private func appear(_ call: ControlCall<SessionsInterface.OnAppear>, _ request: SessionsInterface.OnAppear) {
    let owner = owner(request.scene, of: call.call)
    do throws(SessionsError) {
      try act(owner, .appeared(at: now))
      settle(claims(of: owner), of: owner) { answer in
        if case .unrecorded(let error) = answer {
          call.fail(.invalidClaim(field: "claims", reason: "\(error)"))
        } else {
          call.reply()
        }
      }
    } catch {
      call.fail(error)
    }
  }

  private func claims(of owner: ClaimOwner) -> [Claim] {
    store.state.sessions[id: owner.session]?[owner.scene]?.request.claims ?? []
  }

  /// Answers when the lights of claims show what they should, or are owed it; a holder is told if its claims cannot count.
  private func settle(
    _ claims: [Claim],
    of holder: ClaimOwner? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) {
    keeper.assumeIsolated { $0.settle(claims.map(\.selector), of: holder, answer) }
  }

  private func disappear(_ call: ControlCall<SessionsInterface.OnDisappear>, _ request: SessionsInterface.OnDisappear) {
    let owner = owner(request.scene, of: call.call)
    do throws(SessionsError) {
      try act(owner, .disappeared)
      settle(claims(of: owner)) { _ in call.reply() }
    } catch {
      call.fail(error)
    }
  }

  private func pop(_ call: ControlCall<SessionsInterface.PopFrom>, _ request: SessionsInterface.PopFrom) {
    let owner = owner(request.scene, of: call.call)
    do throws(SessionsError) {
      let popping = try inWords { () throws(SessionError) in try store.state.popping(from: owner) }
      let scenes = store.state.sessions[id: owner.session]?.scenes.drop { $0.owner != owner }
      store.send(popping)
      settle(scenes?.flatMap(\.request.claims) ?? []) { _ in call.reply() }
    } catch {
      call.fail(error)
    }
  }

  private func hold(_ call: ControlCall<SessionsInterface.Hold>, _ request: SessionsInterface.Hold) {
    guard may(call.call, .change) else { return call.fail(.permissionDenied) }
    do throws(SessionsError) {
      let owner = try inOneRecord { () throws(SessionsError) in
        let owner = try push(request.scene, on: call.call)
        try act(owner, .appeared(at: now))
        sceneWatchers[owner.session] = HeldCall(call, of: SceneWatch(owner))
        return owner
      }
      // It is on record.
      call.call.connection.keepCall(true)
      awaitLights(of: owner)
    } catch {
      call.fail(error)
    }
  }

  /// Whoever holds is told when the lights are written, or owed.
  func awaitLights(of owner: ClaimOwner) {
    settle(claims(of: owner), of: owner) { [weak self] answer in self?.assumeIsolated { $0.holdSettled(owner, answer) }
    }
  }

  private func holdSettled(_ owner: ClaimOwner, _ answer: LightAnswer) {
    guard let held = sceneWatchers[owner.session], held.watch.owner == owner else { return }
    if case .unrecorded(let error) = answer {
      return finish(held, store.state) { $0.fail(.invalidClaim(field: "claims", reason: "\(error)")) }
    }
    sceneWatchers[owner.session]?.isSettled = true
    tellHolder(owner.session, store.state)
    keepSessions(store.state)
  }

  /// Tells those who hold what became of their scenes; those whom the turn did not touch are not even asked.
  func tellHolders(_ state: Mind.State) {
    for session in concerned(by: state) { tellHolder(session, state) }
    // Once more after a death is better than never.
    keepSessions(state)
  }

  private func concerned(by state: Mind.State) -> [SessionID] {
    if sceneWatchers.isEmpty { return [] }
    let sessions =
      switch standingChanges.reach(in: state) {
      case .sessions(let sessions): Array(sessions)
      case .everybody: Array(sceneWatchers.keys)
      }
    return sessions.sorted { $0.number < $1.number }
  }

  private func tellHolder(_ session: SessionID, _ state: Mind.State) {
    guard var held = sceneWatchers[session], held.maySpeak(of: state) else { return }
    let news = held.watch.news(in: state)
    sceneWatchers[session] = held
    for news in news {
      if news.event.isLast { finish(held, state) { $0.reply(held.reply(news)) } } else { held.tell(news) }
    }
    if !news.isEmpty { noteChange(of: session) }
  }

  /// The last word, said twice, would be taken for the answer to another call: whoever dies with it has lost the call.
  private func finish(
    _ held: HeldCall,
    _ state: Mind.State,
    _ answer: (ControlCall<SessionsInterface.Hold>) -> Void
  ) {
    let session = held.watch.owner.session
    held.call.call.connection.keepCall(false)
    sceneWatchers[session] = nil
    noteChange(of: session)
    keepSessions(state)
    answer(held.call)
  }

  private func listSessions(_ call: ControlCall<SessionsInterface.List>) {
    let mind = store.state
    let sessions = mind.sessions.map { session in
      let isPrivate = !may(call.call, .readSession(of: session.peer.uid))
      return SessionsInterface.Session(session, in: mind, at: now, isPrivate: isPrivate)
    }
    call.reply(SessionsInterface.List.Reply(sessions: sessions))
  }

  private func cancel(_ call: ControlCall<SessionsInterface.Cancel>, _ request: SessionsInterface.Cancel) {
    let session = SessionID(request.session)
    guard let target = store.state.sessions[id: session] else { return call.fail(.noSuchSession(request.session)) }
    guard may(call.call, .endSession(of: target.peer.uid)) else { return call.fail(.permissionDenied) }
    guard let caller = caller(of: call.call) else { return call.fail(.permissionDenied) }
    store.send(.sessionEnded(session, .cancelled(by: caller)))
    call.reply()
    closeLater(session)
  }

  private func reset(_ call: ControlCall<SessionsInterface.Reset>, _ request: SessionsInterface.Reset) {
    let isAll = request.all ?? false
    if isAll, !may(call.call, .endAllSessions) { return call.fail(.permissionDenied) }
    guard let peer = caller(of: call.call) else { return call.fail(.permissionDenied) }
    let whose = isAll ? Whose.everybody : .user(peer.uid)
    let ended = store.state.sessions.filter { whose.includes($0.peer) }.map(\.id)
    store.send(.reset(whose, by: peer))
    keeper.assumeIsolated { keeper in
      keeper.settle { [weak self] _ in
        call.reply(SessionsInterface.Reset.Reply(sessions: ended.count { $0 != SessionID(call.call.connection) }))
        self?.assumeIsolated { daemon in
          for session in ended { daemon.closeLater(session) }
        }
      }
    }
  }

  private func caller(of call: Call) -> Brightness.Peer? { clients[SessionID(call.connection)]?.peerInMind }

  private func owner(_ scene: Int, of call: Call) -> ClaimOwner {
    ClaimOwner(session: SessionID(call.connection), scene: SceneID(scene))
  }

  private func act(_ owner: ClaimOwner, _ action: Scene.Action) throws(SessionsError) {
    store.send(try inWords { () throws(SessionError) in try store.state.action(of: owner, action) })
  }

  private func inWords<Value>(_ body: () throws(SessionError) -> Value) throws(SessionsError) -> Value {
    do throws(SessionError) {
      return try body()
    } catch {
      throw SessionsError(error)
    }
  }
}
