import BrightnessVarlink

/// Numbers of sessions, and calls that end sessions.
extension World {
  /// Notes the numbers in a list of sessions. They are given once, and only root sees the processes
  /// of other users.
  func noteSessions(_ message: JSONObject, _ reader: SimulatedClient) {
    guard case .object(let parameters)? = message["parameters"], case .array(let list)? = parameters["sessions"] else {
      return fail("client \(reader.number) got no sessions: \(message)")
    }
    for case .object(let session) in list {
      guard case .integer(let number)? = session["id"], case .integer(let user)? = session["uid"] else {
        return fail("client \(reader.number) got a session without a number: \(session)")
      }
      guard case .integer(let process)? = session["pid"] else { continue }
      if reader.user.number != 0, user != reader.user.number { fail("client \(reader.number) sees process \(process)") }
      note(session: Int(number), of: Int(process) - SimulatedClient.firstProcess)
    }
  }

  private func note(session: Int, of client: Int) {
    if let former = sessions[session], former != client {
      fail("session \(session) is that of client \(client), and was that of client \(former)")
    }
    sessions[session] = client
    guard let client = clients.first(where: { $0.number == client }) else { return }
    if let former = client.session, former != session {
      fail("the session of client \(client.number) is \(session), and was \(former)")
    }
    client.session = session
  }

  /// A daemon that could not record the numbers that it gave, or was killed before, leaves them to
  /// the next one.
  func forgetSessions() {
    sessions = [:]
    for client in clients { client.session = nil }
  }

  /// Ends the session of another client, or of its own. A client learns the number as people do:
  /// from a list, here root's.
  func cancel(_ client: SimulatedClient, _ other: Int?) {
    guard let other else { return cancelEnded(client) }
    guard let target = self.client(other) else { return }
    if target.session == nil, let root = connect(User.all[0]) {
      call(root, .sessions)
      then([runUntilIdle, { [self] in finish(root) }])
    }
    then([{ [self] in cancel(target, by: client, other) }])
  }

  private func finish(_ client: SimulatedClient) -> Bool {
    if client.isOpen { leave(client) }
    return true
  }

  private func cancel(_ target: SimulatedClient, by client: SimulatedClient, _ other: Int) -> Bool {
    guard client.isIdle, target.isOpen, let number = target.session else { return true }
    let mayCancel = client.user.number == 0 || client.user.number == target.user.number
    // One whose connection is about to end may have none any more.
    let isCertain = !target.mayBeEnded && !target.hasFinished && target.isProcessAlive
    sendCancel(client, number, other, !isCertain ? .unknown : mayCancel ? .done : .error("PermissionDenied"))
    if mayCancel {
      endSession(of: target)
      tally.cancels += 1
    }
    return true
  }

  /// Ends a session that has ended, whose number is never given again, or one that never was.
  private func cancelEnded(_ client: SimulatedClient) {
    let ended = sessions.filter { _, owner in !clients.contains { $0.number == owner } }.keys.max()
    sendCancel(client, ended ?? 1 << 40, nil, .error("NoSuchSession"))
  }

  private func sendCancel(
    _ client: SimulatedClient,
    _ number: Int,
    _ other: Int?,
    _ outcome: SimulatedClient.Outcome
  ) {
    send(client, .cancel(client: other), "io.brightnessd.Sessions.Cancel", #"{"session":\#(number)}"#, outcome)
  }

  private func endSession(of client: SimulatedClient) {
    for scene in client.scenes { touch(scene.plan) }
    client.scenes = []
    let isSure = !isUncertain && !isNearDeadline
    client.owesLastWord = isSure && !client.mayBeEnded && !client.hasFinished && client.isProcessAlive
    (client.mayBeEnded, client.mustEnd) = (true, isSure)
    expectReply(client)
  }

  func reset(_ client: SimulatedClient, _ isAll: Bool) {
    let mayReset = !isAll || client.user.number == 0
    let outcome: SimulatedClient.Outcome = mayReset ? .done : .error("PermissionDenied")
    send(client, .reset(all: isAll), "io.brightnessd.Sessions.Reset", #"{"all":\#(isAll)}"#, outcome)
    guard mayReset else { return }
    removeExpired()
    for other in clients where isAll || other.user.number == client.user.number {
      // A session without scenes goes on.
      if isUncertain || isNearDeadline || !other.scenes.isEmpty { endSession(of: other) }
    }
  }
}
