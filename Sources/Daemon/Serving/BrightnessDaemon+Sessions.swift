import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// A call that wants to be told of its scene.
struct HeldCall {
  let call: ControlCall<SessionsInterface.Hold>
  var watch: SceneWatch
  /// Whether its lights show what they should, or are owed it: nothing is told before.
  var isSettled = false
  /// Whether the last word was said.
  var isOver = false
}

/// What is answered about sessions.
extension BrightnessDaemon {
  nonisolated var sessionsInterface: ServedInterface {
    .sessions(
      push: { [weak self] call, request in self?.assumeIsolated { $0.push(call, request) } },
      onAppear: { [weak self] call, request in self?.assumeIsolated { $0.appear(call, request) } },
      onDisappear: { [weak self] call, request in self?.assumeIsolated { $0.disappear(call, request) } },
      popFrom: { [weak self] call, request in self?.assumeIsolated { $0.pop(call, request) } },
      hold: { [weak self] call, request in self?.assumeIsolated { $0.hold(call, request) } },
      list: { [weak self] call, _ in self?.assumeIsolated { $0.listSessions(call) } },
      cancel: { [weak self] call, request in self?.assumeIsolated { $0.cancel(call, request) } },
      reset: { [weak self] call, request in self?.assumeIsolated { $0.reset(call, request) } }
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
    let request = try SceneRequest(request, among: names)
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
      settle(owner) { answer in
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

  /// Answers when the scene's lights show what they should, or are owed it.
  private func settle(_ owner: ClaimOwner, _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    let claims = store.state.sessions[id: owner.session]?[owner.scene]?.request.claims ?? []
    settle(claims, answer)
  }

  private func settle(_ claims: [Claim], _ answer: @escaping @Sendable (LightAnswer) -> Void) {
    keeper.assumeIsolated { $0.settle(claims.map(\.selector), answer) }
  }

  private func disappear(_ call: ControlCall<SessionsInterface.OnDisappear>, _ request: SessionsInterface.OnDisappear) {
    let owner = owner(request.scene, of: call.call)
    do throws(SessionsError) {
      try act(owner, .disappeared)
      settle(owner) { _ in call.reply() }
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
      let owner = try push(request.scene, on: call.call)
      try act(owner, .appeared(at: now))
      sceneWatchers.append(HeldCall(call: call, watch: SceneWatch(owner)))
      settle(owner) { [weak self] answer in self?.assumeIsolated { $0.holdSettled(owner, answer) } }
    } catch {
      call.fail(error)
    }
  }

  private func holdSettled(_ owner: ClaimOwner, _ answer: LightAnswer) {
    guard let index = sceneWatchers.firstIndex(where: { $0.watch.owner == owner }) else { return }
    if case .unrecorded(let error) = answer {
      let call = sceneWatchers.remove(at: index).call
      return call.fail(.invalidClaim(field: "claims", reason: "\(error)"))
    }
    sceneWatchers[index].isSettled = true
    tellHolders(store.state)
  }

  /// Tells those who hold what became of their scenes.
  func tellHolders(_ state: Mind.State) {
    for index in sceneWatchers.indices where sceneWatchers[index].isSettled {
      guard let event = sceneWatchers[index].watch.event(in: state) else { continue }
      let scene = sceneWatchers[index].watch.owner.scene.number
      let reply = SessionsInterface.Hold.Reply(scene: scene, event: SessionsInterface.SceneEvent(event))
      if event.isLast {
        sceneWatchers[index].call.reply(reply)
        sceneWatchers[index].isOver = true
      } else {
        sceneWatchers[index].call.replyContinuing(reply)
      }
    }
    sceneWatchers.removeAll(where: \.isOver)
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
        call.reply(SessionsInterface.Reset.Reply(sessions: ended.count))
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
