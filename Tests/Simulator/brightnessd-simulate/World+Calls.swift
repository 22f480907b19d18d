import BrightnessModel
import BrightnessVarlink
import Glibc
import SimulatedKernel

/// Steps of clients, and what the model makes of their calls.
extension World {
  func client(_ number: Int) -> SimulatedClient? { clients.isEmpty ? nil : clients[number % clients.count] }

  @discardableResult
  func connect(_ user: User) -> SimulatedClient? {
    if clients.count >= 16 { leave(clients[0]) }
    guard let client = SimulatedClient(newestClient + 1, user, listener: service.listener) else {
      return nil
    }
    newestClient += 1
    clients.append(client)
    return client
  }

  func pipeline(_ client: SimulatedClient, _ count: Int) {
    for _ in 0..<count { send(client, nil, "io.brightnessd.Lights.List", "{}", .unknown) }
    client.mayBeEnded = client.mayBeEnded || client.unanswered.count > 100
  }

  func sendStrange(_ client: SimulatedClient, _ number: Int) {
    let frames = [
      "x\0", "\0", "{}\0", #"{"method":1}"# + "\0", #"{"method":"a.b.C","parameters":[]}"# + "\0",
      #"{"method":"org.varl"#,
      String(repeating: "[", count: 400) + "\0", String(repeating: "y", count: 9000), "[]\0",
    ]
    let calls = [
      ("org.varlink.service.GetInfo", "{}"), ("io.brightnessd.Nothing", "{}"), ("no.such.Method", "{}"), ("", "{}"),
      ("io.brightnessd.Sessions.Push", "{}"), ("io.brightnessd.Sessions.Push", #"{"scene":{"claims":{}}}"#),
      ("io.brightnessd.Sessions.OnAppear", #"{"scene":9223372036854775807}"#),
      ("io.brightnessd.Sessions.PopFrom", #"{"scene":-1}"#), ("io.brightnessd.Sessions.Cancel", #"{"session":1e300}"#),
      ("io.brightnessd.Lights.Set", #"{"level":{"percent":1e300}}"#), ("io.brightnessd.Lights.Set", #"{"level":{}}"#),
      ("io.brightnessd.Lights.Set", #"{"level":{"raw":-5}}"#),
      ("io.brightnessd.Lights.Set", #"{"level":{"percent":50},"fadeMilliseconds":9223372036854775807}"#),
      ("io.brightnessd.Lights.Get", #"{"light":"é/ "}"#), ("io.brightnessd.Lights.Watch", "{}"),
      ("io.brightnessd.Sessions.Hold", #"{"scene":{"claims":[]}}"#),
      ("org.varlink.service.GetInterfaceDescription", #"{"interface":"io.brightnessd.Sessions"}"#),
    ]
    let choice = number % (frames.count + calls.count)
    if choice >= frames.count {
      let (method, parameters) = calls[choice - frames.count]
      send(client, nil, method, parameters, .unknown)
    } else if client.mayWrite {
      client.mayBeEnded = true
      client.send(frames[choice])
    }
  }

  func send(
    _ client: SimulatedClient,
    _ request: SimulatedCall?,
    _ method: String,
    _ parameters: String,
    _ outcome: SimulatedClient.Outcome,
    more: Bool = false
  ) {
    guard client.mayWrite else { return }
    if client.unanswered.first?.lasts == true { endLastingCall(of: client) }
    if client.unanswered.isEmpty { expectReply(client) }
    let flag = more ? #","more":true"# : ""
    let text = #"{"method":"\#(method)","parameters":\#(parameters)\#(flag)}"# + "\0"
    client.send(SimulatedClient.Call(request: request, outcome: outcome), text)
  }

  /// Another call ends the one that lasts, and the scene of a hold.
  private func endLastingCall(of client: SimulatedClient) {
    let call = client.unanswered[0]
    guard call.outcome == .done else { return }
    // A hold whose scene has ended was answered, though a client that does not read has not seen
    // it.
    if case .hold = call.request, !isUncertain, !client.scenes.contains(where: { $0.number == client.held }) { return }
    client.unanswered[0].outcome = .error("AnotherCall")
    expectReply(client)
    guard case .hold = call.request, let index = client.scenes.firstIndex(where: { $0.number == client.held }) else {
      return
    }
    for scene in client.scenes[index...] { touch(scene.plan) }
    client.scenes.removeSubrange(index...)
  }

  /// Makes a call, and lets the model do what it means. The daemon has handled it when it sleeps
  /// again, since the connection has no other.
  func call(_ client: SimulatedClient, _ request: SimulatedCall) {
    guard client.isIdle else { return }
    switch request {
    case .push(let plan): push(client, plan, holds: false)
    case .hold(let plan): if !mayBeCancelled(plan) { push(client, plan, holds: true) }
    // The daemon may know that it yielded, so that it appears anew, or not.
    case .appear(let number) where isOpen(client, number): break
    case .appear(let number): callScene(client, number, "OnAppear", SimulatedCall.appear, appear)
    case .disappear(let number): callScene(client, number, "OnDisappear", SimulatedCall.disappear, disappear)
    case .pop(let number): callScene(client, number, "PopFrom", SimulatedCall.pop, pop)
    case .set(let light, let percent, let fade): set(client, light, percent, fade)
    case .automatic(let change, let light): changeAutomatic(client, change, light)
    case .watch: send(client, request, "io.brightnessd.Lights.Watch", "{}", .done, more: true)
    case .list: send(client, request, "io.brightnessd.Lights.List", "{}", .done)
    case .sessions: send(client, request, "io.brightnessd.Sessions.List", "{}", .done)
    case .report: send(client, request, "io.brightnessd.Health.Report", "{}", .done)
    case .cancel(let other): cancel(client, other)
    case .reset(let all): reset(client, all)
    }
  }

  func mayChange(_ user: User) -> Bool {
    user.isMember || seat.activeUser.map { User.all[$0].number == user.number } ?? false
  }

  private func outcome(ofChangeBy client: SimulatedClient) -> SimulatedClient.Outcome {
    mayChange(client.user) ? .done : .error("PermissionDenied")
  }

  private func push(_ client: SimulatedClient, _ plan: ScenePlan, holds: Bool) {
    let method = "io.brightnessd.Sessions.\(holds ? "Hold" : "Push")"
    var outcome = outcome(ofChangeBy: client)
    if outcome == .done, client.scenes.count >= 16 { outcome = .error("TooMany") }
    send(client, holds ? .hold(plan) : .push(plan), method, #"{"scene":\#(plan.json(lights))}"#, outcome, more: holds)
    guard outcome == .done else { return }
    // Its end cannot be noticed any more: it may not hold anything.
    guard client.isProcessAlive else { return client.mayBeEnded = true }
    client.pushed += 1
    client.isKept = true
    client.scenes.append(ModelScene(number: client.pushed, plan: plan))
    if holds {
      client.held = client.pushed
      appear(client, client.scenes.count - 1)
    }
  }

  private func callScene(
    _ client: SimulatedClient,
    _ number: Int,
    _ method: String,
    _ request: (Int) -> SimulatedCall,
    _ effect: (SimulatedClient, Int) -> Void
  ) {
    let index = client.scenes.isEmpty ? nil : number % client.scenes.count
    let scene = index.map { client.scenes[$0].number } ?? 99
    let outcome: SimulatedClient.Outcome = index == nil ? .error("NoSuchScene") : .done
    send(client, request(scene), "io.brightnessd.Sessions.\(method)", #"{"scene":\#(scene)}"#, outcome)
    if let index { effect(client, index) }
  }

  private func appear(_ client: SimulatedClient, _ index: Int) {
    guard client.scenes[index].appearance == nil || !client.scenes[index].yielded.isEmpty else { return }
    appearances += 1
    client.scenes[index].appear(appearances, at: now)
    let plan = client.scenes[index].plan
    touch(plan)
    for light in lights.indices where plan.covers(lights[light], number: light) {
      learnLate(light)
      coincide(with: light)
    }
    // A scene that it covers lets its other lights go as slowly.
    for scene in client.scenes { touch(scene.plan, fade: plan.fade) }
  }

  private func disappear(_ client: SimulatedClient, _ index: Int) {
    (client.scenes[index].appearance, client.scenes[index].yielded) = (nil, [])
    client.scenes[index].mayHaveYielded = []
  }

  private func pop(_ client: SimulatedClient, _ index: Int) { client.scenes.removeSubrange(index...) }

  /// Notes that the daemon may write the lights of a scene, and how long a fade takes.
  func touch(_ plan: ScenePlan) { touch(plan, fade: plan.fade) }

  private func touch(_ plan: ScenePlan, fade: Int?) {
    for light in lights.indices where plan.covers(lights[light], number: light) {
      lights[light].isTouched = true
      if let fade { allowDifference(of: light, during: fade) }
    }
  }

  private func allowDifference(of light: Int, during fade: Int) {
    lights[light].mayDifferUntil = max(lights[light].mayDifferUntil, now + Int64(fade + 100) * 1_000_000)
  }

  private func set(_ client: SimulatedClient, _ light: Int, _ percent: Int, _ fade: Int?) {
    let light = light % lights.count
    let parts = parts(of: light)
    guard parts.allSatisfy({ lights[$0].isPlugged && lights[$0].isKnown }) else { return }
    let more = fade.map { #","fadeMilliseconds":\#($0)"# } ?? ""
    let parameters = #"{"light":"\#(lights[light].id)","level":{"percent":\#(percent)}\#(more)}"#
    let outcome = outcome(ofChangeBy: client)
    send(client, .set(light: light, percent: percent, fade: fade), "io.brightnessd.Lights.Set", parameters, outcome)
    // Where the call arrives late, its user may change lights by then.
    guard outcome == .done || isUncertain else { return }
    for part in parts {
      let raw = lights[part].step(percent: percent)
      lights[part].isTouched = true
      lights[part].candidates.insert(lights[part].shown)
      let others = choicesBeforeSet(of: part)
      lights[part].choose(raw, share: max(Double(percent) / 100, lights[part].showsPicture ? 0.01 : 0), isSure: false)
      lights[part].others = others
      if fade != nil { lights[part].beginFade(to: raw) }
    }
    noteLesson(on: light)
    // A scene that it ends lets its other lights go as slowly.
    if let fade { for light in lights.indices { allowDifference(of: light, during: fade) } }
    applyUserChange(light)
  }

  /// The lights that clients see as one with this one, itself included.
  func parts(of light: Int) -> [Int] { lights.indices.filter { SimulatedLight.isOne($0, light) } }

  /// The user has changed a light: each scene with a claim on it does what it asked for, for all
  /// that clients see as that light.
  func applyUserChange(_ light: Int) {
    let parts = parts(of: light)
    for client in clients where !isSuspended(client) {
      let topmost = client.topmost
      for (index, scene) in client.scenes.enumerated().reversed() {
        guard scene.appearance != nil, !scene.yielded.contains(light), scene.plan.covers(lights[light], number: light)
        else { continue }
        switch scene.plan.policy {
        case .rebase: break
        case .cancel where scene.number == topmost: client.scenes.removeSubrange(index...)
        case .yield, .cancel: for part in parts { client.scenes[index].yield(on: part) }
        }
      }
    }
  }

  func isSuspended(_ client: SimulatedClient) -> Bool {
    guard let user = User.all.firstIndex(where: { $0.number == client.user.number }) else { return false }
    // While no user is active, there is none to be protected from the claims of another one.
    guard let active = seat.activeUser else { return false }
    return user != active && seat.listed.contains(user)
  }
}

extension ScenePlan {
  fileprivate func json(_ lights: [SimulatedLight]) -> String {
    let claims = claims.map { claim in
      let light: String? =
        switch claim.target {
        case .pictures: nil
        case .kind(let kind): kind.rawValue
        case .light(let number): lights[number % lights.count].id
        }
      let name = light.map { #""light":"\#($0)","# } ?? ""
      return #"{\#(name)"rule":"\#(claim.rule.rawValue)","percent":\#(claim.percent)}"#
    }.joined(separator: ",")
    let expires = expires.map { #","expiresMilliseconds":\#($0)"# } ?? ""
    let fade = fade.map { #","fadeMilliseconds":\#($0)"# } ?? ""
    return
      #"{"claims":[\#(claims)],"priority":"\#(priority.rawValue)","onUserChange":"\#(policy.rawValue)"\#(expires)\#(fade)}"#
  }
}
