import BrightnessModel
import BrightnessVarlink
import SimulatedKernel

/// Replies and events from the daemon.
extension World {
  /// Reads what the daemon has sent to clients, and notices which connections it has ended. Returns
  /// whether it may have more to send.
  @discardableResult
  func collect() -> Bool {
    guard !addressed.isEmpty else { return false }
    let numbers = addressed
    addressed = []
    var hasMore = false
    for client in clients where numbers.contains(client.number) { hasMore = collect(client) || hasMore }
    clients.removeAll { !$0.isOpen }
    return hasMore
  }

  func collectAll() {
    addressed = Set(clients.map(\.number))
    collect()
  }

  private func collect(_ client: SimulatedClient) -> Bool {
    guard client.isReading || client.isHungUp else { return false }
    let (messages, hasMore) = client.receive()
    for message in messages {
      guard let message else {
        end(client)
        return false
      }
      take(message, client)
    }
    // It ends once all its calls are answered.
    if client.hasFinished, client.unanswered.isEmpty { client.scenes = [] }
    return hasMore
  }

  private func take(_ message: JSONObject, _ client: SimulatedClient) {
    guard !client.unanswered.isEmpty else { return fail("client \(client.number) got a reply to no call: \(message)") }
    expectReply(client)
    if case .bool(true)? = message["continues"] { return client.isStreaming = true }
    client.isStreaming = false
    let call = client.unanswered.removeFirst()
    if case .sessions = call.request { noteSessions(message, client) }
    if !isUncertain, !client.mayBeEnded { check(message, call, client) }
  }

  private func check(_ message: JSONObject, _ call: SimulatedClient.Call, _ client: SimulatedClient) {
    var error: String?
    if case .string(let name)? = message["error"] { error = name.split(separator: ".").last.map(String.init) ?? name }
    removeExpired()
    let isExpected =
      switch (call.outcome, call.request) {
      case (.unknown, _): true
      case (.error(let name), _): error == name
      // While its driver fails, for example.
      case (.done, .set): error == nil || error == "NotWritable"
      // Lights and the sensor may be gone, or cannot be read.
      case (.done, .automatic): [nil, "NoSensor", "NotAutomatic", "NoLights"].contains(error)
      // It may have expired, or been cancelled by the user's change, before its lights were
      // written.
      case (.done, .appear(let scene)) where !client.scenes.contains { $0.number == scene }:
        error == nil || error == "NoSuchScene"
      case (.done, _): error == nil
      }
    if !isExpected { fail("client \(client.number) got \(error ?? "no error") to \(call)") }
    if case .automatic(let change, let light) = call.request, error == nil { noteAutomatic(change, light) }
    guard case .hold = call.request, error == nil else { return }
    // It has expired, or was cancelled.
    if client.scenes.contains(where: { $0.number == client.held }) {
      fail("the hold of client \(client.number) ended: \(message)")
    }
  }

  private func end(_ client: SimulatedClient) {
    let mayEnd =
      client.mayBeEnded || isUncertain || !client.isProcessAlive || client.hasFinished && client.unanswered.isEmpty
    if !mayEnd { fail("the connection of client \(client.number) was ended: \(client.unanswered)") }
    if client.owesLastWord, !isUncertain, client.isProcessAlive, let call = client.unanswered.first, call.lasts {
      fail("the connection of client \(client.number) was ended without a last reply to \(call)")
    }
    for scene in client.scenes { touch(scene.plan) }
    client.disconnect()
  }

  /// Ends the scenes whose time is over, and all above them.
  func removeExpired() {
    for client in clients {
      if let index = client.scenes.firstIndex(where: { $0.deadline.map { $0 <= now } == true }) {
        client.scenes.removeSubrange(index...)
      }
    }
  }

  /// Whether a scene is about to expire, or has just expired, so that the model cannot tell whether
  /// it has.
  var isNearDeadline: Bool {
    clients.contains { $0.scenes.contains { scene in scene.deadline.map { abs($0 - now) < 100_000_000 } ?? false } }
  }
}
